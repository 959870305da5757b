/** A third thread asks whether one is interrupted, before it is or afterwards. */
//@ findings: 2
class InterruptIsSeenOrNot {
    static volatile int taken;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            if (Thread.interrupted()) {
                taken = 1;
            }
        });
        Thread interrupts = new Thread(other::interrupt);
        other.start();
        interrupts.start();
        boolean seen = other.isInterrupted();
        boolean early = taken == 0;
        interrupts.join();
        other.join();
        assert !seen; //~ assertion-failure
        assert !(early && taken == 1); //~ assertion-failure
    }
}
