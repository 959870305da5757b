//@ jdk: 11 to 17
//@ verdict: violated
/** The last thread of a daemon group takes the group with it, unless another thread is made in time. */
public class GroupDestroysItselfMeanwhile {
    @SuppressWarnings("removal")
    public static void main(String[] args) throws InterruptedException {
        ThreadGroup group = new ThreadGroup("workers");
        group.setDaemon(true);
        Thread first = new Thread(group, () -> { });
        first.start();
        Thread second = new Thread(group, () -> { }); //~ uncaught-exception "IllegalThreadState"
        second.start();
        first.join();
    }
}
