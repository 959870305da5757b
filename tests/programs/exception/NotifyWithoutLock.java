//@ findings: 1
public class NotifyWithoutLock {
    public static void main(String[] args) {
        Object lock = new Object();
        new Thread(() -> {
            lock.notifyAll(); //~ uncaught-exception "IllegalMonitorStateException"
        }).start();
        synchronized (lock) {
            lock.notifyAll();
        }
    }
}
