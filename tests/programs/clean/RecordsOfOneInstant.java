import java.util.logging.Level;
import java.util.logging.LogRecord;

// A record keeps the time at which it was made: on another machine time passes between the two.
public class RecordsOfOneInstant {
    //@ assumes: virtual-clock
    public static void main(String[] args) {
        LogRecord first = new LogRecord(Level.INFO, "opened");
        LogRecord second = new LogRecord(Level.INFO, "closed");
        assert first.getMillis() == second.getMillis();
    }
}
