//@ jdk: 11 to 17
//@ verdict: violated
/** A group that is destroyed takes no thread any more, and a constructor may come too late. */
public class MadeInAGroupThatIsGone {
    @SuppressWarnings("removal")
    public static void main(String[] args) throws InterruptedException {
        ThreadGroup group = new ThreadGroup("workers");
        Thread maker = new Thread(() -> {
            new Thread(group, "worker"); //~ uncaught-exception "IllegalThreadState"
        });
        maker.start();
        group.destroy();
        maker.join();
    }
}
