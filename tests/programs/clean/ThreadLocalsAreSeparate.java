public class ThreadLocalsAreSeparate {
    static final ThreadLocal<int[]> COUNTER = ThreadLocal.withInitial(() -> new int[1]);

    static void count() {
        COUNTER.get()[0]++;
        COUNTER.get()[0]++;
        assert COUNTER.get()[0] == 2;
    }

    public static void main(String[] args) {
        new Thread(ThreadLocalsAreSeparate::count).start();
        count();
    }
}
