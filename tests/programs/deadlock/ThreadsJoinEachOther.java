public class ThreadsJoinEachOther {
    static Thread first;
    static Thread second;

    static void join(Thread other) {
        try {
            other.join(); //~ deadlock
        } catch (InterruptedException stop) {
            throw new IllegalStateException(stop);
        }
    }

    public static void main(String[] args) {
        first = new Thread(() -> join(second));
        second = new Thread(() -> join(first));
        first.start();
        second.start();
    }
}
