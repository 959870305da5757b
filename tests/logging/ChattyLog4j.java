import java.util.concurrent.locks.ReentrantLock;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/** As {@link Quiet}, with Log4j 2's API and commons-logging. */
public class ChattyLog4j {
    private static final Logger LOG = LogManager.getLogger(ChattyLog4j.class);
    private static final Log COMMONS = LogFactory.getLog(ChattyLog4j.class);
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static int cash;

    static void pay(int amount) {
        LOG.debug("somebody wants to pay {}", amount);
        LOCK.lock();
        try {
            cash += amount;
            COMMONS.info("paid " + amount);
        } finally {
            LOCK.unlock();
        }
        if (LOG.isErrorEnabled() || COMMONS.isFatalEnabled()) {
            throw new AssertionError("no level is on");
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> pay(2), "one");
        Thread two = new Thread(() -> pay(3), "two");
        one.start();
        two.start();
        LOG.fatal("both run", new RuntimeException("here"));
        pay(1);
        one.join();
        two.join();
        COMMONS.error("at the end", new RuntimeException("here"));
        assert cash == 6;
    }
}
