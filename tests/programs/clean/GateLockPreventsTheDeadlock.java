public class GateLockPreventsTheDeadlock {
    static final Object GATE = new Object();

    static void take(Object first, Object second) {
        synchronized (GATE) {
            synchronized (first) {
                synchronized (second) {
                    Thread.yield();
                }
            }
        }
    }

    public static void main(String[] args) {
        Object a = new Object();
        Object b = new Object();
        new Thread(() -> take(a, b)).start();
        take(b, a);
    }
}
