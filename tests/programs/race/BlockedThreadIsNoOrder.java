/** Who sees that a thread is blocked knows where it is: no happens-before edge leads from what it did before. */
public class BlockedThreadIsNoOrder {
    private static int steps;

    public static void main(String[] args) {
        Object lock = new Object();
        Thread worker = new Thread(() -> {
            steps = 1; //~ data-race "no happens-before order"
            synchronized (lock) {
                return;
            }
        });
        synchronized (lock) {
            worker.start();
            if (worker.getState() == Thread.State.BLOCKED) {
                System.out.println(steps);
            }
        }
    }
}
