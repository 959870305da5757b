import java.util.concurrent.CountDownLatch;

// `activeCount` goes from group to group. A thread ends in one that is not counted yet, after it has started one in a group that is.
public class CountMissesBothThreads {
    public static void main(String[] args) {
        ThreadGroup both = new ThreadGroup("both");
        ThreadGroup counted = new ThreadGroup(both, "counted");
        ThreadGroup next = new ThreadGroup(both, "next");
        CountDownLatch over = new CountDownLatch(1);
        Thread successor = new Thread(counted, () -> {
            try {
                over.await();
            } catch (InterruptedException e) {
                return;
            }
        });
        new Thread(next, successor::start).start();
        int count = both.activeCount();
        over.countDown();
        assert count > 0; //~ assertion-failure
    }
}
