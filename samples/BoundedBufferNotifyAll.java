// The buffer, repaired: `notifyAll` wakes everyone, each looks again whether it can go on, and the
// one that can is among them.
public class BoundedBufferNotifyAll {
    private int item;
    private boolean full;

    synchronized void put(int value) throws InterruptedException {
        while (full) {
            wait();
        }
        item = value;
        full = true;
        notifyAll();
    }

    synchronized int take() throws InterruptedException {
        while (!full) {
            wait();
        }
        full = false;
        notifyAll();
        return item;
    }

    public static void main(String[] args) {
        BoundedBufferNotifyAll buffer = new BoundedBufferNotifyAll();
        for (int i = 1; i <= 2; i++) {
            int value = i;
            start("producer-" + i, () -> buffer.put(value));
            start("consumer-" + i, () -> buffer.take());
        }
    }

    interface Job {
        void run() throws InterruptedException;
    }

    static void start(String name, Job job) {
        new Thread(() -> {
            try {
                job.run();
            } catch (InterruptedException stop) {
                // Nobody interrupts them.
            }
        }, name).start();
    }
}
