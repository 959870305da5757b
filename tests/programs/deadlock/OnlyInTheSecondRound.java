public class OnlyInTheSecondRound {
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
        new Thread(() -> {
            take(a, b);
            take(b, a);
        }).start();
        take(a, b);
        take(a, b);
    }
}
