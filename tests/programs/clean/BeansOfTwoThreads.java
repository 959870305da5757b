import java.lang.management.ManagementFactory;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** Two threads register beans of one class with the platform's server, which the first one makes. */
public class BeansOfTwoThreads {
    public interface CounterMBean {
        int getCount();
    }

    public static class Counter implements CounterMBean {
        private final int count;

        Counter(int count) {
            this.count = count;
        }

        @Override
        public int getCount() {
            return count;
        }
    }

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> register(2));
        other.start();
        register(1);
        other.join();
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        Object sum = (int) server.getAttribute(name(1), "Count") + (int) server.getAttribute(name(2), "Count");
        assert sum.equals(3) : sum;
    }

    static void register(int count) {
        try {
            ManagementFactory.getPlatformMBeanServer().registerMBean(new Counter(count), name(count));
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    static ObjectName name(int count) throws Exception {
        return new ObjectName("shop:type=Counter,count=" + count);
    }
}
