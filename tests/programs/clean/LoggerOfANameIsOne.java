import java.util.logging.Logger;

/** Whoever asks for the logger of a name is given the same one, so that threads may lock it. */
public class LoggerOfANameIsOne {
    static int sales;

    static void sell() {
        Logger log = Logger.getLogger("shop.till");
        synchronized (log) {
            sales++;
        }
        log.info("sold");
    }

    public static void main(String[] args) throws InterruptedException {
        assert Logger.getLogger("shop.till") != Logger.getLogger("shop.stock");
        Thread other = new Thread(LoggerOfANameIsOne::sell);
        other.start();
        sell();
        other.join();
        assert sales == 2;
    }
}
