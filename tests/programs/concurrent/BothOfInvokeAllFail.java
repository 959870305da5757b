import java.util.Arrays;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;

public class BothOfInvokeAllFail {
    static class Fails extends RecursiveAction {
        @Override
        protected void compute() {
            throw new IllegalStateException();
        }
    }

    static class Both extends RecursiveAction {
        @Override
        protected void compute() {
            try {
                ForkJoinTask.invokeAll(Arrays.asList(new Fails(), new Fails()));
                assert false;
            } catch (IllegalStateException e) {
                // That of one of them: nobody is told of the other.
            }
        }
    }

    public static void main(String[] args) {
        ForkJoinPool pool = new ForkJoinPool(2);
        pool.invoke(new Both());
        pool.shutdown();
    }
}
