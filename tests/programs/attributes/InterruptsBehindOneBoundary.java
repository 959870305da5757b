//@ jdk: 11
// What the user makes a boundary, and what is one by itself, is one.
public class InterruptsBehindOneBoundary {
    //@ set: vm.por.attributes=java.lang.Thread.*nterrupt*=always
    static volatile boolean done;

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                Thread.onSpinWait();
            }
            done = true;
        });
        worker.start();
        worker.interrupt();
        worker.join();
        assert done;
    }
}
