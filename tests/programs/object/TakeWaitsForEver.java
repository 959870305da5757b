// Nobody puts anything after the last take, nor takes after the second put: those wait for ever, and it is no deadlock.
//@ target: object
//@ assumes: object-under-test
public class TakeWaitsForEver {
    private Object item;

    public synchronized void put(Object next) throws InterruptedException {
        while (item != null) {
            wait();
        }
        item = next;
        notifyAll();
    }

    public synchronized Object take() throws InterruptedException {
        while (item == null) {
            wait();
        }
        Object taken = item;
        item = null;
        notifyAll();
        return taken;
    }
}
