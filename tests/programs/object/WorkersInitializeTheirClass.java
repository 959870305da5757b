// Each call waits for a thread of its own, whose class is initialized in steps that others see. No worker meets another one in a sequential
// order, whichever call initializes the class.
//@ target: object
//@ set: object.calls=1
//@ findings: 1
import java.util.concurrent.atomic.AtomicInteger;

public class WorkersInitializeTheirClass {
    static final class Worker extends Thread {
        static final AtomicInteger classes = new AtomicInteger();
        static int total;

        static {
            classes.incrementAndGet();
            total = classes.get();
        }

        private final WorkersInitializeTheirClass of;

        Worker(WorkersInitializeTheirClass of) {
            this.of = of;
        }

        @Override
        public void run() {
            of.count++;
        }
    }

    private volatile int count;

    public int add() throws InterruptedException {
        Worker worker = new Worker(this); //~ not-linearizable "first: add() = 2; second: add() = 2"
        worker.start();
        worker.join();
        return count;
    }
}
