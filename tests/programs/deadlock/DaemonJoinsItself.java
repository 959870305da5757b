//@ set: vm.por=false
//@ findings: 1
/** A daemon takes a lock and waits for its own end. While it is on the way there, nothing is said yet of what `main` waits for. */
public class DaemonJoinsItself {
    static final Object LOCK = new Object();
    static Thread daemon;

    static void run() {
        synchronized (LOCK) {
            try {
                daemon.join(); //~ deadlock
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    public static void main(String[] args) {
        daemon = new Thread(() -> run(), "daemon");
        daemon.setDaemon(true);
        daemon.start();
        synchronized (LOCK) {
        }
    }
}
