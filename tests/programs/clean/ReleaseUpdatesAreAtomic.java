//@ jdk: 11
//@ assumes: sequential-consistency
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

// An update in release mode reads plainly what it writes; it is one atomic access all the same.
public class ReleaseUpdatesAreAtomic {
    private static final VarHandle COUNT;
    private int count;

    static {
        try {
            COUNT = MethodHandles.lookup().findVarHandle(ReleaseUpdatesAreAtomic.class, "count", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ReleaseUpdatesAreAtomic counted = new ReleaseUpdatesAreAtomic();
        Thread adder = new Thread(() -> COUNT.getAndAddRelease(counted, 1), "adder");
        adder.start();
        COUNT.getAndBitwiseOrRelease(counted, 2);
        adder.join();
        assert counted.count == 3;
    }
}
