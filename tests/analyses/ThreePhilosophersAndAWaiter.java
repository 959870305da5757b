// As ThreePhilosophers, but only one at a time may reach for forks.
public class ThreePhilosophersAndAWaiter {
    static final Object waiter = new Object();

    static void dine(Object left, Object right) {
        synchronized (waiter) {
            synchronized (left) {
                synchronized (right) {
                    // Eats.
                }
            }
        }
    }

    public static void main(String[] args) {
        Object[] forks = {new Object(), new Object(), new Object()};
        for (int i = 0; i < 3; i++) {
            Object left = forks[i];
            Object right = forks[(i + 1) % 3];
            new Thread(() -> dine(left, right)).start();
        }
    }
}
