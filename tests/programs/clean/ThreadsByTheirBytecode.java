//@ set: jdk.atomic=false
//@ set: debug.machine-steps=false
// What is one step of a thread otherwise is explored access by access here: no answer changes.
public class ThreadsByTheirBytecode {
    static final ThreadLocal<String> OWN = ThreadLocal.withInitial(() -> "own");
    static volatile boolean told;

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> {
            assert OWN.get().equals("own");
            told = Thread.currentThread().isInterrupted();
        });
        worker.start();
        worker.setName("worker");
        worker.interrupt();
        OWN.set("main");
        worker.join();
        assert worker.getName().equals("worker") && OWN.get().equals("main") && !worker.isAlive();
    }
}
