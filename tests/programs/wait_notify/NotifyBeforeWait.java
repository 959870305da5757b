//@ findings: 1
public class NotifyBeforeWait {
    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        new Thread(() -> {
            synchronized (lock) {
                lock.notify();
            }
        }).start();
        synchronized (lock) {
            lock.wait(); //~ deadlock
        }
    }
}
