// The flag is looked at under the monitor, again and again: who comes before the signal waits for it.
//@ target: object
//@ set: object.calls=2
public class SignalIsSeenUnderTheMonitor {
    private boolean open;

    public synchronized void pass() throws InterruptedException {
        while (!open) {
            wait();
        }
    }

    public synchronized void open() {
        open = true;
        notifyAll();
    }
}
