public class WaitGivesUpEveryRecursion {
    static boolean go;

    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        new Thread(() -> {
            synchronized (lock) {
                go = true;
                lock.notifyAll();
            }
        }).start();
        synchronized (lock) {
            synchronized (lock) {
                while (!go) {
                    lock.wait();
                }
                assert Thread.holdsLock(lock);
            }
            assert Thread.holdsLock(lock);
        }
        assert !Thread.holdsLock(lock);
    }
}
