public class UncaughtExceptionInThread {
    public static void main(String[] args) throws InterruptedException {
        Thread failing = new Thread(() -> {
            throw new UnsupportedOperationException("in a thread");
        });
        failing.start();
        failing.join();
        System.out.println("main goes on, and the exit status is 0");
    }
}
