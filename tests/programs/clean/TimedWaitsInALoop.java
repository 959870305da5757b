// Nobody notifies: the loop looks again after each time-out, and its space is finite.
public class TimedWaitsInALoop {
    static boolean done;

    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        new Thread(() -> {
            synchronized (lock) {
                done = true;
            }
        }).start();
        synchronized (lock) {
            while (!done) {
                lock.wait(10);
            }
        }
    }
}
