// Who joins a thread waits on it: `notify` may take that one instead of the thread itself, which then waits for ever.
public class JoinTakesTheNotification {
    static boolean told;

    static void await(Thread me) {
        synchronized (me) {
            while (!told) {
                try {
                    me.wait(); //~ deadlock
                } catch (InterruptedException stop) {
                    return;
                }
            }
        }
    }

    public static void main(String[] args) {
        Thread waiter = new Thread(() -> await(Thread.currentThread()));
        waiter.start();
        new Thread(() -> {
            try {
                waiter.join();
            } catch (InterruptedException stop) {
                return;
            }
        }).start();
        synchronized (waiter) {
            told = true;
            waiter.notify();
        }
    }
}
