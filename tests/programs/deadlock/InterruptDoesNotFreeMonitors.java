public class InterruptDoesNotFreeMonitors {
    static void take(Object first, Object second) {
        synchronized (first) {
            synchronized (second) { //~ deadlock
                Thread.yield();
            }
        }
    }

    public static void main(String[] args) {
        Object a = new Object();
        Object b = new Object();
        Thread one = new Thread(() -> take(a, b));
        Thread two = new Thread(() -> take(b, a));
        one.start();
        two.start();
        one.interrupt();
        two.interrupt();
    }
}
