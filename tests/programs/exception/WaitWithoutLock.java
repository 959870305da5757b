//@ findings: 1
public class WaitWithoutLock {
    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        synchronized (args) {
            lock.wait(); //~ uncaught-exception "IllegalMonitorStateException"
        }
    }
}
