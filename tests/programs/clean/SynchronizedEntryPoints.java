import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;

/** Whoever calls a synchronized method holds its monitor: the machine that starts a thread, a hook or the program, and reflection. */
public class SynchronizedEntryPoints {
    static int total;

    static class Early {
        static boolean began;
        static final Thread HELPER = new Thread(() -> {
            synchronized (SynchronizedEntryPoints.class) {
                began = true;
            }
        });
    }

    static {
        // The class's monitor is free until `main` is called.
        Early.HELPER.start();
        try {
            Early.HELPER.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    static class Worker extends Thread {
        @Override
        public synchronized void run() {
            notifyAll();
            total++;
        }
    }

    static class Hook extends Thread {
        @Override
        public synchronized void run() {
            assert Thread.holdsLock(this);
        }
    }

    static class Job implements Callable<Boolean> {
        @Override
        public synchronized Boolean call() {
            return Thread.holdsLock(this);
        }
    }

    public static synchronized void main(String[] args) throws Exception {
        assert Early.began && Thread.holdsLock(SynchronizedEntryPoints.class);
        Runtime.getRuntime().addShutdownHook(new Hook());
        Worker worker = new Worker();
        worker.start();
        synchronized (worker) {
            total++;
        }
        worker.join();
        assert total == 2;
        FutureTask<Boolean> task = new FutureTask<>(new Job());
        Thread runner = new Thread(task);
        runner.start();
        assert task.get();
        assert (boolean) Job.class.getMethod("call").invoke(new Job());
    }
}
