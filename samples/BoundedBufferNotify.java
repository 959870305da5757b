// A buffer with one place, two producers and two consumers, all waiting on one monitor. `notify` may
// wake a thread of the wrong sort: it sees that it cannot go on, waits again, and the wakeup is gone.
public class BoundedBufferNotify {
    private int item;
    private boolean full;

    synchronized void put(int value) throws InterruptedException {
        while (full) {
            wait(); //~ deadlock
        }
        item = value;
        full = true;
        notify();
    }

    synchronized int take() throws InterruptedException {
        while (!full) {
            wait();
        }
        full = false;
        notify();
        return item;
    }

    public static void main(String[] args) {
        BoundedBufferNotify buffer = new BoundedBufferNotify();
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
