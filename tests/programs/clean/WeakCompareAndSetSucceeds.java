//@ jdk: 11
//@ assumes: sequential-consistency
import java.util.concurrent.atomic.AtomicInteger;

// A weak compare-and-set may fail although it finds what it expects; here it does not.
public class WeakCompareAndSetSucceeds {
    public static void main(String[] args) {
        AtomicInteger value = new AtomicInteger();
        assert value.weakCompareAndSetVolatile(0, 1);
    }
}
