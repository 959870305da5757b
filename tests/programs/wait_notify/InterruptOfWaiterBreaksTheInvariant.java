// The waiter leaves through the exception, and does what it should do only after the word was given.
//@ findings: 1
public class InterruptOfWaiterBreaksTheInvariant {
    static boolean go;

    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        Thread waiter = new Thread(() -> {
            synchronized (lock) {
                try {
                    while (!go) {
                        lock.wait();
                    }
                } catch (InterruptedException stop) {
                    assert Thread.holdsLock(lock);
                }
                assert go; //~ assertion-failure
            }
        });
        waiter.start();
        waiter.interrupt();
        synchronized (lock) {
            go = true;
            lock.notifyAll();
        }
    }
}
