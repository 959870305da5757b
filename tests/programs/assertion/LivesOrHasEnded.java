// A thread lives on behind its last write, and then does not: who asks then sees one or the other.
public class LivesOrHasEnded {
    static volatile int done;

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> done = 1, "worker");
        Thread asker = new Thread(() -> {
            if (done == 1) {
                boolean lives = worker.isAlive();
                assert lives; //~ assertion-failure
                assert !lives; //~ assertion-failure
            }
        });
        worker.start();
        asker.start();
        asker.join();
        worker.join();
    }
}
