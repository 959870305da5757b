// The same table, but everyone takes the fork with the lower number first: the last philosopher
// reaches to the right before the left. No circle of waiting can close.
public class DiningPhilosophersOrdered {
    static final class Fork {
        final int number;

        Fork(int number) {
            this.number = number;
        }
    }

    static void dine(Fork left, Fork right) {
        Fork first = left.number < right.number ? left : right;
        Fork second = first == left ? right : left;
        synchronized (first) {
            synchronized (second) {
                Thread.yield(); // eats
            }
        }
    }

    public static void main(String[] args) {
        int seats = 3;
        Fork[] forks = new Fork[seats];
        for (int i = 0; i < seats; i++) {
            forks[i] = new Fork(i);
        }
        for (int i = 0; i < seats; i++) {
            Fork left = forks[i];
            Fork right = forks[(i + 1) % seats];
            new Thread(() -> dine(left, right), "philosopher-" + i).start();
        }
    }
}
