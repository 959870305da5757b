//@ jdk: 8 to 17
// A thread that starts joins its group first; then it is alive.
public class IsInItsGroupBeforeItIsAlive {
    static volatile boolean ran;

    public static void main(String[] args) throws InterruptedException {
        ThreadGroup group = new ThreadGroup("group");
        Thread thread = new Thread(group, () -> ran = true, "thread");
        Thread starter = new Thread(thread::start, "starter");
        starter.start();
        if (group.activeCount() == 1 && !thread.isAlive()) {
            assert ran; //~ assertion-failure
        }
        starter.join();
        thread.join();
    }
}
