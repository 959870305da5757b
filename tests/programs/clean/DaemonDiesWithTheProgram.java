// The daemon waits for ever, and that is no deadlock: nobody waits for it.
public class DaemonDiesWithTheProgram {
    public static void main(String[] args) {
        Object lock = new Object();
        Thread daemon = new Thread(() -> {
            synchronized (lock) {
                try {
                    lock.wait();
                } catch (InterruptedException stop) {
                    throw new IllegalStateException(stop);
                }
            }
        });
        daemon.setDaemon(true);
        daemon.start();
    }
}
