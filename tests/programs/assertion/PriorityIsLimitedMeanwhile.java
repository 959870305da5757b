// A new thread's priority is set while nobody else knows the thread; the limit that it meets is its group's.
public class PriorityIsLimitedMeanwhile {
    static final ThreadGroup GROUP = new ThreadGroup("workers");

    static void limit() {
        GROUP.setMaxPriority(3);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(PriorityIsLimitedMeanwhile::limit);
        other.start();
        Thread worker = new Thread(GROUP, () -> { });
        assert worker.getPriority() == 5; //~ assertion-failure
        other.join();
    }
}
