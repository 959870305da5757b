/** Two threads wait for each other's lock, and the other two spin for ever: each of their steps is thousands of bytecodes. */
public class TwoOfFourDeadlockWhileTheOthersSpin {
    static final Object ledger = new Object();
    static final Object drawer = new Object();
    static volatile boolean closed;

    public static void main(String[] args) {
        new Thread(() -> {
            synchronized (ledger) {
                synchronized (drawer) { //~ deadlock
                    Thread.onSpinWait();
                }
            }
        }).start();
        new Thread(() -> {
            synchronized (drawer) {
                synchronized (ledger) {
                    Thread.onSpinWait();
                }
            }
        }).start();
        for (int i = 0; i < 2; i++) {
            new Thread(() -> {
                while (!closed) { //~ infinite-loop
                    Thread.yield();
                    Math.sin(1);
                }
            }).start();
        }
    }
}
