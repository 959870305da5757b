//@ assumes: logging-silent
import java.util.logging.Level;
import java.util.logging.Logger;

/** What a program does because a level is on is not what a logger writes: by default `INFO` is on. */
public class LoggerIsAskedBeforeItWrites {
    static final Logger LOGGER = Logger.getLogger("shop");
    static int asked, told;

    static void ask() {
        if (LOGGER.isLoggable(Level.INFO)) {
            asked++; //~ data-race
        }
        if (LOGGER.isLoggable(Level.FINE)) {
            throw new IllegalStateException();
        }
        LOGGER.info(() -> "told " + told++); //~ data-race
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(LoggerIsAskedBeforeItWrites::ask);
        other.start();
        ask();
        other.join();
    }
}
