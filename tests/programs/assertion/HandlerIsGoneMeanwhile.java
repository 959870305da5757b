//@ jdk: 8 to 17
// `getUncaughtExceptionHandler` finds a handler and reads it once more: another thread may take it away in between.
public class HandlerIsGoneMeanwhile {
    public static void main(String[] args) throws InterruptedException {
        Thread main = Thread.currentThread();
        main.setUncaughtExceptionHandler((thread, failure) -> { });
        Thread asker = new Thread(() -> {
            Thread.UncaughtExceptionHandler handler = main.getUncaughtExceptionHandler();
            assert handler != null; //~ assertion-failure
        });
        asker.start();
        main.setUncaughtExceptionHandler(null);
        asker.join();
    }
}
