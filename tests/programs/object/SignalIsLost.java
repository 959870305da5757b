// The flag is looked at without the monitor: the signal comes before the wait.
//@ target: object
//@ set: object.calls=1
//@ set: search.spurious-wakeups=false
public class SignalIsLost {
    private volatile boolean open;

    public void pass() throws InterruptedException {
        if (!open) { //~ not-linearizable "pass() never returns, but returns in every sequential order"
            synchronized (this) {
                wait();
            }
        }
    }

    public synchronized void open() {
        open = true;
        notifyAll();
    }
}
