import java.util.concurrent.RecursiveTask;

// A task has its result before it is done.
public class ResultOfATaskThatIsNotDone {
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
        if (task.getRawResult() != null) { //~ data-race
            assert task.isDone(); //~ assertion-failure
        }
        runner.join();
    }
}
