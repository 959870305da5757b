// A daemon waits for the end of `main`, and a shutdown hook for the end of the daemon: the JVM waits for its hooks.
public class DaemonActsBeforeTheHooksEnd {
    static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) {
        Thread main = Thread.currentThread();
        Thread daemon = new Thread(() -> join(main));
        daemon.setDaemon(true);
        daemon.start();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            join(daemon);
            throw new IllegalStateException(); //~ uncaught-exception
        }));
    }
}
