// Nobody notifies, and the only other thread has nothing that others see: a wakeup without reason may still come.
public class WakesUpAfterTheLastOther {
    static int paid;

    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        new Thread(() -> { }).start();
        synchronized (lock) {
            lock.wait(); //~ deadlock
        }
        assert paid == 1; //~? assertion-failure
    }
}
