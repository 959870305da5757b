// Each cycle is a finding, whichever was there first.
public class JoinsItselfBesideALockCycle {
    static final Object A = new Object();
    static final Object B = new Object();

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
                    synchronized (A) {
                        synchronized (B) { //~ deadlock
                        }
                    }
                })
                .start();
        new Thread(() -> {
                    synchronized (B) {
                        synchronized (A) {
                        }
                    }
                })
                .start();
        Thread.currentThread().join(); //~ deadlock
    }
}
