// notifyAll throws whoever calls: the object's own mistake.
//@ target: object
public class NotifiesWithoutTheMonitor {
    private volatile boolean open;

    public void open() {
        open = true;
        notifyAll(); //~ uncaught-exception "IllegalMonitorStateException"
    }
}
