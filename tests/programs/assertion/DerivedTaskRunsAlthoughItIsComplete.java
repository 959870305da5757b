import java.util.concurrent.ForkJoinTask;

// A task of the program's own that was found not done runs, whoever completes it meanwhile.
public class DerivedTaskRunsAlthoughItIsComplete {
    static class Two extends ForkJoinTask<Integer> {
        volatile Integer result;

        @Override
        public Integer getRawResult() {
            return result;
        }

        @Override
        protected void setRawResult(Integer value) {
            result = value;
        }

        @Override
        protected boolean exec() {
            result = 2;
            return true;
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
