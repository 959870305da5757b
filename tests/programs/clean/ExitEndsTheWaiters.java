public class ExitEndsTheWaiters {
    static volatile int status;

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            status = 1;
            System.exit(0);
            throw new IllegalStateException("nothing runs after exit");
        }).start();
        synchronized (args) {
            while (status < 2) {
                args.wait();
            }
        }
    }
}
