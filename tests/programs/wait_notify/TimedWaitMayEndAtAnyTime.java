//@ set: search.timeouts=always
//@ set: search.spurious-wakeups=0
//@ needs: time-out
//@ findings: 1
public class TimedWaitMayEndAtAnyTime {
    static boolean done;

    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        new Thread(() -> {
            synchronized (lock) {
                done = true;
                lock.notifyAll();
            }
        }).start();
        synchronized (lock) {
            if (!done) {
                lock.wait(10);
            }
            assert done; //~ assertion-failure
        }
    }
}
