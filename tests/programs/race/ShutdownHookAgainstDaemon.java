// The daemon still runs while the hook does.
//@ findings: 1
public class ShutdownHookAgainstDaemon {
    static boolean lit;

    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            lit = true; //~ data-race "lit"
        }));
        Thread daemon = new Thread(() -> {
            lit = false;
        });
        daemon.setDaemon(true);
        daemon.start();
    }
}
