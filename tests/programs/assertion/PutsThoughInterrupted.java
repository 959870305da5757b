import java.util.concurrent.LinkedBlockingQueue;

// `put` asks first whether its thread was interrupted. Who interrupts it after that may still find the queue empty.
public class PutsThoughInterrupted {
    static volatile boolean normally;

    public static void main(String[] args) throws InterruptedException {
        LinkedBlockingQueue<String> queue = new LinkedBlockingQueue<>(1);
        Thread producer = new Thread(() -> {
            try {
                queue.put("a");
                normally = true;
            } catch (InterruptedException e) {
                // The usual way.
            }
        });
        producer.start();
        producer.interrupt();
        int room = queue.remainingCapacity();
        producer.join();
        assert room == 0 || !normally; //~ assertion-failure
    }
}
