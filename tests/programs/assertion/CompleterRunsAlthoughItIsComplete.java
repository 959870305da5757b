import java.util.concurrent.CountedCompleter;

// A completer that was found not done computes, whoever completes it meanwhile.
public class CompleterRunsAlthoughItIsComplete {
    static volatile boolean computed;

    static class Computes extends CountedCompleter<Void> {
        @Override
        public void compute() {
            computed = true;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Computes task = new Computes();
        Thread runner = new Thread(task::quietlyInvoke);
        runner.start();
        task.quietlyComplete();
        boolean first = computed;
        task.join();
        assert first == computed; //~ assertion-failure
        runner.join();
    }
}
