// The two threads of the description of lock trees: L1 and L4 are gates for L2 and L3, and nothing is one for L3 and L4.
public class FiguresFiveAndSix {
    static final Object l1 = new Object();
    static final Object l2 = new Object();
    static final Object l3 = new Object();
    static final Object l4 = new Object();

    static void first() {
        synchronized (l1) {
            synchronized (l3) {
                synchronized (l2) {
                    // Nothing.
                }
                synchronized (l4) { //~ deadlock
                    // Nothing.
                }
            }
        }
        synchronized (l4) {
            synchronized (l2) {
                synchronized (l3) {
                    // Nothing.
                }
            }
        }
    }

    static void second() {
        synchronized (l1) {
            synchronized (l2) {
                synchronized (l3) {
                    // Nothing.
                }
            }
        }
        synchronized (l4) {
            synchronized (l3) { //~ deadlock
                synchronized (l2) {
                    // Nothing.
                }
            }
        }
    }

    public static void main(String[] args) {
        new Thread(FiguresFiveAndSix::first).start();
        new Thread(FiguresFiveAndSix::second).start();
    }
}
