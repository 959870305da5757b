import java.util.concurrent.locks.ReentrantLock;
import java.util.logging.Level;
import java.util.logging.Logger;

/** As {@link Quiet}, with the JDK's two loggers. */
public class ChattyJdk {
    private static final Logger LOG = Logger.getLogger(ChattyJdk.class.getName());
    private static final System.Logger SYSTEM = System.getLogger("till");
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static int cash;

    static void pay(int amount) {
        LOG.fine(() -> Thread.currentThread().getName() + " wants to pay");
        LOCK.lock();
        try {
            cash += amount;
            LOG.log(Level.INFO, "paid {0}", amount);
            SYSTEM.log(System.Logger.Level.INFO, "paid {0} of {1}", amount, cash);
        } finally {
            LOCK.unlock();
        }
        if (LOG.isLoggable(Level.FINE) || SYSTEM.isLoggable(System.Logger.Level.DEBUG)) {
            throw new AssertionError("by default only INFO and above");
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> pay(2), "one");
        Thread two = new Thread(() -> pay(3), "two");
        one.start();
        two.start();
        LOG.warning("both run");
        pay(1);
        one.join();
        two.join();
        SYSTEM.log(System.Logger.Level.ERROR, "at the end", new RuntimeException("here"));
        LOG.severe("at the end there are " + cash);
        assert cash == 6;
    }
}
