import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.management.Attribute;
import javax.management.InstanceNotFoundException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

public class ManagedBeans {
    public interface CounterMBean {
        int getCount();

        void setCount(int count);

        int add(int more);
    }

    public static class Counter implements CounterMBean {
        private final AtomicInteger count = new AtomicInteger();

        @Override
        public int getCount() {
            return count.get();
        }

        @Override
        public void setCount(int value) {
            count.set(value);
        }

        @Override
        public int add(int more) {
            return count.addAndGet(more);
        }
    }

    public interface GaugeMXBean {
        List<String> getLevels();
    }

    public static class Gauge implements GaugeMXBean {
        @Override
        public List<String> getLevels() {
            return Arrays.asList("low", "high");
        }
    }

    public static void main(String[] args) throws Exception {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        ObjectName name = new ObjectName("shop:type=Counter,name=visits");
        System.out.println(server.registerMBean(new Counter(), name).getObjectName());
        server.setAttribute(name, new Attribute("Count", 3));
        System.out.println(server.getAttribute(name, "Count"));
        System.out.println(server.invoke(name, "add", new Object[] {4}, new String[] {"int"}));
        System.out.println(server.queryNames(new ObjectName("shop:*"), null));
        server.unregisterMBean(name);
        try {
            server.getAttribute(name, "Count");
        } catch (InstanceNotFoundException gone) {
            System.out.println(gone.getMessage());
        }
        ObjectName gauge = new ObjectName("shop:type=Gauge");
        server.registerMBean(new Gauge(), gauge);
        System.out.println(Arrays.toString((String[]) server.getAttribute(gauge, "Levels")));
    }
}
