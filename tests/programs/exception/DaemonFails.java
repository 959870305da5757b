//@ findings: 1
public class DaemonFails {
    public static void main(String[] args) {
        Thread daemon = new Thread(() -> {
            throw new UnsupportedOperationException(); //~ uncaught-exception "UnsupportedOperationException"
        });
        daemon.setDaemon(true);
        daemon.start();
    }
}
