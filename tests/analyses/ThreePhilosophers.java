// No two of them take two forks in opposite orders; the three together do.
public class ThreePhilosophers {
    static void dine(Object left, Object right) {
        synchronized (left) {
            synchronized (right) { //~ deadlock
                // Eats.
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
