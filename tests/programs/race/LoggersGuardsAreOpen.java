//@ jdk: 11
// The default level of a logger is INFO: what stands behind such a guard runs, and suppliers are asked.
public class LoggersGuardsAreOpen {
    static final System.Logger LOGGER = System.getLogger("guards");
    static int asked;
    static int supplied;
    static int quiet;

    static void work() {
        if (LOGGER.isLoggable(System.Logger.Level.INFO)) {
            asked++; //~ data-race
        }
        LOGGER.log(System.Logger.Level.WARNING, () -> "number " + supplied++); //~ data-race
        LOGGER.log(System.Logger.Level.DEBUG, () -> "number " + quiet++);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(LoggersGuardsAreOpen::work);
        other.start();
        work();
        other.join();
    }
}
