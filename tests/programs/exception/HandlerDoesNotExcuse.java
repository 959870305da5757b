// The exception leaves `run`, whoever hears of it afterwards; and the handler has run when the thread is joined.
//@ findings: 1
public class HandlerDoesNotExcuse {
    static String heard;

    public static void main(String[] args) throws InterruptedException {
        Thread failing = new Thread(() -> {
            throw new IllegalStateException("failed"); //~ uncaught-exception "IllegalStateException"
        });
        failing.setUncaughtExceptionHandler((thread, thrown) -> heard = thrown.getMessage());
        failing.start();
        failing.join();
        assert heard.equals("failed");
    }
}
