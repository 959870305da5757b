// The handler comes before the throwable or behind it: what the thread throws is taken, and then the handler throws itself.
public class HandlerThatWasSetMeanwhileThrows {
    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            throw new IllegalStateException(); //~ uncaught-exception "IllegalStateException"
        });
        other.start();
        other.setUncaughtExceptionHandler((thread, thrown) -> {
            throw new IllegalArgumentException(); //~ uncaught-exception "IllegalArgumentException"
        });
        other.join();
    }
}
