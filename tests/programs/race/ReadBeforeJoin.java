//@ findings: 1
public class ReadBeforeJoin {
    static class Worker extends Thread {
        int result;

        @Override
        public void run() {
            result = 42; //~ data-race "result"
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Worker worker = new Worker();
        worker.start();
        int early = worker.result;
        worker.join();
        assert early <= worker.result;
    }
}
