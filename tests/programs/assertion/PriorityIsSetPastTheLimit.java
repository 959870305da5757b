// `setPriority` asks the group for its limit, then sets the priority: the limit may change in between.
public class PriorityIsSetPastTheLimit {
    public static void main(String[] args) throws InterruptedException {
        ThreadGroup group = new ThreadGroup("workers");
        Thread worker = new Thread(group, () -> { });
        Thread other = new Thread(() -> worker.setPriority(10));
        other.start();
        group.setMaxPriority(3);
        int before = worker.getPriority();
        other.join();
        assert before != 5 || worker.getPriority() != 10; //~ assertion-failure
    }
}
