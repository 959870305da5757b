public class UncaughtHandlers {
    static final StringBuilder LOG = new StringBuilder();

    static Thread failing(String name, Thread.UncaughtExceptionHandler own) throws InterruptedException {
        Thread t = new Thread(() -> { throw new IllegalArgumentException("from " + name); }, name);
        if (own != null) {
            t.setUncaughtExceptionHandler(own);
        }
        t.start();
        t.join();
        return t;
    }

    public static void main(String[] args) throws InterruptedException {
        failing("own", (t, e) -> LOG.append(t.getName()).append(" had ").append(e.getMessage()).append(' ').append(t.isAlive()).append("; "));
        Thread.setDefaultUncaughtExceptionHandler((t, e) -> LOG.append("default got ").append(e.getMessage()).append("; "));
        failing("plain", null);
        failing("both", (t, e) -> LOG.append("own again; "));
        failing("twice", (t, e) -> { throw new IllegalStateException("a handler's exception is ignored"); });
        System.out.println(LOG);
        Thread.setDefaultUncaughtExceptionHandler((t, e) -> System.out.println("main died of " + e.getMessage()));
        throw new IllegalStateException("the end");
    }
}
