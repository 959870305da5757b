import java.util.logging.Level;
import java.util.logging.LogRecord;

/** Loggers may be used by several threads at once, a record may not. */
public class LogRecordIsShared {
    public static void main(String[] args) throws InterruptedException {
        LogRecord record = new LogRecord(Level.INFO, "a");
        Thread other = new Thread(() -> {
            record.setMessage("b"); //~ data-race
        });
        other.start();
        record.setMessage("c"); //~ data-race
        other.join();
    }
}
