import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;

/** Each weaker mode orders what it says: a release, be it lazy or by a comparison, for who reads in acquire or volatile mode. */
//@ jdk: 11
public class ReleasesThatAreAcquired {
    private static final VarHandle READY;

    static {
        try {
            READY = MethodHandles.lookup().findVarHandle(ReleasesThatAreAcquired.class, "ready", int.class);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private static final AtomicInteger LAZY = new AtomicInteger();
    private static final AtomicInteger COMPARED = new AtomicInteger();
    private static int first;
    private static int second;
    private static int third;

    private int ready;

    public static void main(String[] args) {
        ReleasesThatAreAcquired box = new ReleasesThatAreAcquired();
        new Thread(() -> {
            first = 1;
            READY.setRelease(box, 1);
            second = 1;
            LAZY.lazySet(1);
            third = 1;
            COMPARED.compareAndExchangeRelease(0, 1);
        }).start();
        assert (int) READY.getAcquire(box) == 0 || first == 1;
        assert LAZY.get() == 0 || second == 1;
        assert COMPARED.compareAndExchangeAcquire(1, 2) == 0 || third == 1;
    }
}
