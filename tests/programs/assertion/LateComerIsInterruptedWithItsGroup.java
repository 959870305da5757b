//@ jdk: 8 to 17
// A group interrupts its own threads, then those of the groups in it: one that the first of them starts there is interrupted too.
public class LateComerIsInterruptedWithItsGroup {
    public static void main(String[] args) throws InterruptedException {
        ThreadGroup outer = new ThreadGroup("outer");
        ThreadGroup inner = new ThreadGroup(outer, "inner");
        Thread late = new Thread(inner, () -> {
            assert !Thread.currentThread().isInterrupted(); //~ assertion-failure
        });
        new Thread(outer, () -> {
            if (Thread.currentThread().isInterrupted()) {
                late.start();
            }
        }).start();
        outer.interrupt();
    }
}
