//@ jdk: 8 to 17
// A thread that ends leaves its group first; then it is dead.
public class LeavesItsGroupBeforeItIsDead {
    public static void main(String[] args) throws InterruptedException {
        ThreadGroup group = new ThreadGroup("group");
        Thread thread = new Thread(group, () -> { }, "thread");
        thread.start();
        if (group.activeCount() == 0) {
            assert !thread.isAlive(); //~ assertion-failure
        }
        thread.join();
    }
}
