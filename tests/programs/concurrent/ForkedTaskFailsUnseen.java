//@ jdk: 11
// `awaitQuiescence` of 8 counts its rounds, without end.
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

public class ForkedTaskFailsUnseen {
    static class Parse extends RecursiveTask<Integer> {
        @Override
        protected Integer compute() {
            return Integer.parseInt("seven"); //~ uncaught-exception "never retrieved from its Future"
        }
    }

    public static void main(String[] args) {
        ForkJoinPool pool = new ForkJoinPool(1);
        pool.submit(new Parse());
        pool.shutdown();
        pool.awaitQuiescence(1, java.util.concurrent.TimeUnit.SECONDS);
    }
}
