// The orders are opposite, but the flag keeps the threads apart: a warning that only a search can take back.
public class OppositeOrdersOneAfterTheOther {
    static final Object a = new Object();
    static final Object b = new Object();
    static volatile boolean done;

    static void first() {
        synchronized (a) {
            synchronized (b) { //~ deadlock
                // Nothing.
            }
        }
        done = true;
    }

    public static void main(String[] args) {
        new Thread(OppositeOrdersOneAfterTheOther::first).start();
        while (!done) {
            Thread.onSpinWait();
        }
        synchronized (b) {
            synchronized (a) { //~ deadlock
                // Nothing.
            }
        }
    }
}
