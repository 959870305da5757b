// A `join` with a time waits for the end as well; who asks beside it sees the thread before and behind its end.
public class AsksBehindATimedJoin {
    static volatile int done;

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> done = 1, "worker");
        Thread early = new Thread(() -> {
            boolean lives = worker.isAlive();
            assert lives; //~ assertion-failure
        });
        Thread late = new Thread(() -> {
            int seen = done;
            boolean lives = worker.isAlive();
            assert seen == 0 || !lives; //~ assertion-failure
        });
        worker.start();
        early.start();
        late.start();
        early.join(1_000);
        late.join(1_000);
        assert !worker.isAlive(); //~ assertion-failure
    }
}
