import java.util.concurrent.SynchronousQueue;

// Who was handed an element cannot withdraw any more, interrupted or not.
public class HandsOverThenInterrupts {
    static boolean interrupted;

    public static void main(String[] args) throws Exception {
        SynchronousQueue<Integer> queue = new SynchronousQueue<>();
        Thread waiter = new Thread(() -> {
            try {
                queue.take();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        });
        waiter.start();
        queue.put(1);
        waiter.interrupt();
        waiter.join();
        assert !interrupted;
    }
}
