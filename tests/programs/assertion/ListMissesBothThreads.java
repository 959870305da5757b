import java.util.concurrent.CountDownLatch;

// `enumerate` goes from group to group, as `activeCount` does.
public class ListMissesBothThreads {
    public static void main(String[] args) {
        ThreadGroup both = new ThreadGroup("both");
        ThreadGroup listed = new ThreadGroup(both, "listed");
        ThreadGroup next = new ThreadGroup(both, "next");
        CountDownLatch over = new CountDownLatch(1);
        Thread successor = new Thread(listed, () -> {
            try {
                over.await();
            } catch (InterruptedException e) {
                return;
            }
        });
        new Thread(next, successor::start).start();
        int found = both.enumerate(new Thread[2]);
        over.countDown();
        assert found > 0; //~ assertion-failure
    }
}
