import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The third task may be refused. That its message, which counts tasks, is printed when the thread has died of it is no look at the pool. */
//@ time-limit: 20s
class RefusedTaskEndsMain {
    public static void main(String[] args) {
        ThreadPoolExecutor pool =
                new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new ArrayBlockingQueue<>(1));
        try {
            for (int i = 0; i < 3; i++) {
                pool.execute(() -> {}); //~ uncaught-exception
            }
        } finally {
            pool.shutdown();
        }
    }
}
