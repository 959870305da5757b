//@ assumes: daemons-end-at-once
// When main has ended the daemon may still act before the machine is gone: that it does not is taken for granted.
public class DaemonWaitsForTheEnd {
    public static void main(String[] args) {
        Thread main = Thread.currentThread();
        Thread daemon = new Thread(() -> {
            try {
                main.join();
            } catch (InterruptedException stop) {
                return;
            }
            throw new IllegalStateException("main is gone");
        });
        daemon.setDaemon(true);
        daemon.start();
    }
}
