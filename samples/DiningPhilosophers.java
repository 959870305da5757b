// Three philosophers, three forks, and everyone takes the left fork first. When all of them hold
// their left fork, nobody gets a right one.
public class DiningPhilosophers {
    static class Fork {}

    static void dine(Fork left, Fork right) {
        synchronized (left) {
            synchronized (right) { //~ deadlock
                Thread.yield(); // eats
            }
        }
    }

    public static void main(String[] args) {
        int seats = 3;
        Fork[] forks = new Fork[seats];
        for (int i = 0; i < seats; i++) {
            forks[i] = new Fork();
        }
        for (int i = 0; i < seats; i++) {
            Fork left = forks[i];
            Fork right = forks[(i + 1) % seats];
            new Thread(() -> dine(left, right), "philosopher-" + i).start();
        }
    }
}
