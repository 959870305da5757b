//@ findings: 1
public class StartedTwice {
    public static void main(String[] args) {
        Thread worker = new Thread(Thread::yield);
        worker.start();
        worker.start(); //~ uncaught-exception "IllegalThreadStateException"
    }
}
