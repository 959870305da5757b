// Nobody notifies: the write behind the wait is unordered, and no spurious wakeup is needed for that.
public class WaitThatNobodyEnds {
    static final Object LOCK = new Object();
    static int x;

    public static void main(String[] args) throws InterruptedException {
        Thread waiter = new Thread(() -> {
            synchronized (LOCK) {
                try {
                    LOCK.wait(10);
                } catch (InterruptedException e) {
                    return;
                }
            }
            x = 1; //~ data-race
        });
        waiter.start();
        x = 2; //~ data-race
        waiter.join();
    }
}
