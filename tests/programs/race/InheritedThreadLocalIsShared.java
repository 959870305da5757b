public class InheritedThreadLocalIsShared {
    static final InheritableThreadLocal<int[]> COUNTS = new InheritableThreadLocal<>();

    static void count() {
        COUNTS.get()[0]++; //~ data-race
    }

    public static void main(String[] args) {
        COUNTS.set(new int[1]);
        new Thread(InheritedThreadLocalIsShared::count).start();
        count();
    }
}
