// Who joins a thread and is notified waits again, and `notifyAll` wakes the others as well.
public class JoinPassesTheNotificationOn {
    static boolean told;

    static void await(Thread me) {
        synchronized (me) {
            while (!told) {
                try {
                    me.wait();
                } catch (InterruptedException stop) {
                    return;
                }
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread waiter = new Thread(() -> await(Thread.currentThread()));
        waiter.start();
        Thread joiner = new Thread(() -> {
            try {
                waiter.join();
                assert told;
            } catch (InterruptedException stop) {
                return;
            }
        });
        joiner.start();
        synchronized (waiter) {
            told = true;
            waiter.notify();
            waiter.notifyAll();
        }
        joiner.join();
        assert !waiter.isAlive();
    }
}
