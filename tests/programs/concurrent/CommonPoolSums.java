import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.atomic.AtomicInteger;

public class CommonPoolSums {
    public static void main(String[] args) throws Exception {
        //@ time-limit: 20s
        AtomicInteger sum = new AtomicInteger();
        ForkJoinTask<?> task = ForkJoinPool.commonPool().submit(() -> sum.addAndGet(2));
        sum.addAndGet(1);
        task.join();
        assert sum.get() == 3;
    }
}
