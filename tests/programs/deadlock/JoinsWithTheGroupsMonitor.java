//@ jdk: 8 to 17
// A thread that ends leaves its group, for which it takes the group's monitor. Since 19 it does not.
public class JoinsWithTheGroupsMonitor {
    public static void main(String[] args) throws InterruptedException {
        ThreadGroup group = new ThreadGroup("workers");
        Thread worker = new Thread(group, () -> { });
        worker.start();
        synchronized (group) {
            worker.join(); //~ deadlock
        }
    }
}
