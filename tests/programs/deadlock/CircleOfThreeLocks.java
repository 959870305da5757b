public class CircleOfThreeLocks {
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
        Object c = new Object();
        new Thread(() -> take(a, b)).start();
        new Thread(() -> take(b, c)).start();
        take(c, a);
    }
}
