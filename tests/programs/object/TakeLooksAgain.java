// Who was woken looks again, and a take that nobody puts anything for waits in every order.
//@ target: object
//@ set: object.threads=3
//@ set: object.calls=1
//@ set: object.arguments=1
public class TakeLooksAgain {
    private int count;

    public synchronized void put() {
        count++;
        notifyAll();
    }

    public synchronized void take() throws InterruptedException {
        while (count == 0) {
            wait();
        }
        count--;
    }

    boolean repOk() {
        return count >= 0;
    }
}
