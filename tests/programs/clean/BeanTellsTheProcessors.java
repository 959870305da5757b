import java.lang.management.ManagementFactory;

// As PoolAsLargeAsTheMachine; a bean of the platform is asked.
public class BeanTellsTheProcessors {
    //@ assumes: processors
    public static void main(String[] args) {
        assert ManagementFactory.getOperatingSystemMXBean().getAvailableProcessors() > 1;
    }
}
