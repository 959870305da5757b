import java.util.concurrent.RecursiveTask;

// A task that was found not done runs, whoever completes it meanwhile, and its result comes after the one that it was given.
public class TaskRunsAlthoughItIsComplete {
    static class Two extends RecursiveTask<Integer> {
        @Override
        protected Integer compute() {
            return 2;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Two task = new Two();
        Thread runner = new Thread(task::quietlyInvoke);
        runner.start();
        task.complete(1);
        int first = task.join();
        int second = task.join();
        assert first == second; //~ assertion-failure
        runner.join();
    }
}
