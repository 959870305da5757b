import java.util.concurrent.RecursiveTask;

// A task's result is a plain field that is set before the task is done: who asks for it meanwhile has it without order.
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
