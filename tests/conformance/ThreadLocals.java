public class ThreadLocals {
    static final ThreadLocal<Integer> COUNT = ThreadLocal.withInitial(() -> 7);
    static final ThreadLocal<String> PLAIN = new ThreadLocal<>();
    static final InheritableThreadLocal<StringBuilder> INHERITED = new InheritableThreadLocal<>();

    public static void main(String[] args) throws InterruptedException {
        COUNT.set(COUNT.get() + 1);
        PLAIN.set("main's");
        INHERITED.set(new StringBuilder("from main"));
        String[] seen = new String[1];
        Thread other = new Thread(() -> {
            COUNT.set(COUNT.get() * 100);
            INHERITED.get().append(", changed by the child");
            seen[0] = COUNT.get() + " " + PLAIN.get() + " " + INHERITED.get();
        });
        other.start();
        other.join();
        System.out.println(seen[0]);
        System.out.println(COUNT.get() + " " + PLAIN.get() + " " + INHERITED.get());
        COUNT.remove();
        PLAIN.remove();
        System.out.println(COUNT.get() + " " + PLAIN.get());
    }
}
