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
        task.complete(1); //~ data-race
        int first = task.join(); //~ data-race
        int second = task.join(); //~ data-race
        assert first == second; //~ assertion-failure
        runner.join();
    }
}
