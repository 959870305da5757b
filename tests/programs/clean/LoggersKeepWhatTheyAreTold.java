import java.util.ListResourceBundle;
import java.util.MissingResourceException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

// Loggers are silent only while nobody looks at what they were told.
public class LoggersKeepWhatTheyAreTold {
    public static class Texts extends ListResourceBundle {
        @Override
        protected Object[][] getContents() {
            return new Object[][] {{"greeting", "hello"}};
        }
    }

    static class Counts extends Handler {
        final AtomicInteger records = new AtomicInteger();

        @Override
        public void publish(LogRecord entry) {
            records.incrementAndGet();
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    public static void main(String[] args) throws InterruptedException {
        Logger log = Logger.getLogger("shop.till");
        Counts counts = new Counts();
        log.setUseParentHandlers(false);
        log.addHandler(counts);
        log.setLevel(Level.FINE);
        Thread other = new Thread(() -> log.fine("counted"));
        other.start();
        log.finest("below the level");
        other.join();
        assert counts.records.get() == 1 && log.getHandlers()[0] == counts;
        assert log.getLevel() == Level.FINE && log.isLoggable(Level.FINE) && !log.getUseParentHandlers();
        assert log.getName().equals("shop.till") && log.getParent() != null && Logger.getLogger("shop.till") == log;
        log.setFilter(entry -> false);
        log.severe("filtered");
        assert counts.records.get() == 1;
        String bundle = Texts.class.getName();
        assert Logger.getLogger("shop.texts", bundle).getResourceBundle().getString("greeting").equals("hello");
        try {
            Logger.getLogger("shop.nothing", "no.such.Texts");
            assert false;
        } catch (MissingResourceException e) {
            assert e.getClassName().equals("no.such.Texts");
        }
    }
}
