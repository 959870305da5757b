//@ findings: 1
public class TwoLocksInOppositeOrders {
    static final Object RED = new Object();
    static final Object BLUE = new Object();

    public static void main(String[] args) {
        new Thread(() -> {
            synchronized (RED) {
                synchronized (BLUE) { //~ deadlock
                    Thread.yield();
                }
            }
        }).start();
        synchronized (BLUE) {
            synchronized (RED) {
                Thread.yield();
            }
        }
    }
}
