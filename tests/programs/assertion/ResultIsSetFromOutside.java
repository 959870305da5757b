import java.util.concurrent.FutureTask;

// A subclass lets others set the result: what comes first counts, and the task has acted before it has a result of its own.
public class ResultIsSetFromOutside {
    static volatile boolean acted;

    static class Settable extends FutureTask<Integer> {
        Settable() {
            super(() -> {
                acted = true;
                return 1;
            });
        }

        void give(int result) {
            set(result);
        }
    }

    public static void main(String[] args) throws Exception {
        Settable task = new Settable();
        Thread runner = new Thread(task);
        runner.start();
        if (acted) {
            task.give(2);
        }
        assert task.get() == 1; //~ assertion-failure
        runner.join();
    }
}
