import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;

// The exception of a joined task goes on to whoever joins; one of two that were invoked together speaks for both.
public class ForkedTasksAreJoined {
    static class Half extends RecursiveAction {
        @Override
        protected void compute() {
            throw new IllegalStateException("no");
        }
    }

    static class Both extends RecursiveAction {
        @Override
        protected void compute() {
            ForkJoinTask.invokeAll(new Half(), new Half());
        }
    }

    public static void main(String[] args) {
        ForkJoinPool pool = new ForkJoinPool(1);
        try {
            pool.invoke(new Both());
            assert false;
        } catch (IllegalStateException expected) {
            assert expected.getMessage() != null;
        }
        pool.shutdown();
    }
}
