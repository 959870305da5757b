//@ needs: spurious-wakeup
class WakesUpBeforeItIsInterrupted {
    static final Object door = new Object();
    static boolean waiting;

    public static void main(String[] args) throws InterruptedException {
        Thread guest = new Thread(() -> {
            synchronized (door) {
                waiting = true;
                door.notify();
                try {
                    door.wait();
                    // It may have left the wait set for no reason when the interrupt came: then the flag stays set.
                    assert !Thread.currentThread().isInterrupted(); //~ assertion-failure
                } catch (InterruptedException e) {
                    assert !Thread.currentThread().isInterrupted();
                }
            }
        });
        guest.start();
        synchronized (door) {
            while (!waiting) {
                door.wait();
            }
            guest.interrupt();
        }
        guest.join();
    }
}
