// Who was woken takes without looking again: another thread was faster.
//@ target: object
//@ set: object.threads=3
//@ set: object.calls=1
//@ set: object.arguments=1
//@ set: search.spurious-wakeups=false
public class TakeWakesUpToNothing {
    private int count;

    public synchronized void put() {
        count++; //~ invariant-violation "repOk() is false"
        notifyAll();
    }

    public synchronized void take() throws InterruptedException {
        if (count == 0) {
            wait();
        }
        count--;
    }

    boolean repOk() {
        return count >= 0;
    }
}
