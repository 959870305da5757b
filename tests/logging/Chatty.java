import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** As {@link Quiet}, with SLF4J's logger. */
public class Chatty {
    private static final Logger LOG = LoggerFactory.getLogger(Chatty.class);
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static int cash;

    static void pay(int amount) {
        LOG.debug("somebody wants to pay {}", amount);
        LOCK.lock();
        try {
            cash += amount;
            LOG.info("paid {} of {}", amount, cash);
        } finally {
            LOCK.unlock();
        }
        if (LOG.isTraceEnabled()) {
            throw new AssertionError("no level is on");
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> pay(2), "one");
        Thread two = new Thread(() -> pay(3), "two");
        one.start();
        two.start();
        LOG.warn("both run", new RuntimeException("here"));
        pay(1);
        one.join();
        two.join();
        LOG.error("at the end there are {}", cash);
        assert cash == 6;
    }
}
