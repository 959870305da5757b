// A thread lives on behind its last write, and then does not: each of the other two sees one and the other.
public class LivesOrHasEnded {
    static volatile int done;

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> done = 1, "worker");
        Thread early = new Thread(() -> {
            boolean lives = worker.isAlive();
            assert lives; //~ assertion-failure
        }, "early");
        Thread late = new Thread(() -> {
            int seen = done;
            boolean lives = worker.isAlive();
            assert seen == 0 || !lives; //~ assertion-failure
        }, "late");
        worker.start();
        early.start();
        late.start();
        early.join(1_000);
        late.join(1_000);
        assert !worker.isAlive(); //~? assertion-failure
    }
}
