// `join(0, 1)` waits for a millisecond, and not for ever.
public class JoinOfANanosecondEnds {
    public static void main(String[] args) throws InterruptedException {
        Object over = new Object();
        boolean[] told = new boolean[1];
        Thread waiter = new Thread(() -> {
            synchronized (over) {
                while (!told[0]) {
                    try {
                        over.wait();
                    } catch (InterruptedException stop) {
                        return;
                    }
                }
            }
        });
        waiter.start();
        waiter.join(0, 1);
        boolean ended = !waiter.isAlive();
        synchronized (over) {
            told[0] = true;
            over.notifyAll();
        }
        waiter.join(0, 0);
        assert !waiter.isAlive();
        assert ended; //~ assertion-failure
    }
}
