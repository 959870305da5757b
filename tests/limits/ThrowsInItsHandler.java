public class ThrowsInItsHandler {
    public static void main(String[] args) throws Exception {
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {
            throw new IllegalStateException(thrown);
        });
        while (true) {
            Thread thread = new Thread(() -> {
                throw new IllegalArgumentException();
            });
            thread.start();
            thread.join();
        }
    }
}
