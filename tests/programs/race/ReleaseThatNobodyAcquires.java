import java.util.concurrent.atomic.AtomicInteger;

/** A release orders what came before it for who reads it in acquire or volatile mode: not for a plain read of the same atomic. */
//@ jdk: 11
public class ReleaseThatNobodyAcquires {
    private static final AtomicInteger VERSION = new AtomicInteger();
    private static int entries;
    private static int removed;

    public static void main(String[] args) {
        new Thread(() -> {
            entries = 3; //~ data-race "no happens-before order"
            VERSION.setRelease(1);
            removed = 1;
            VERSION.set(2);
        }).start();
        if (VERSION.getPlain() == 1) {
            System.out.println(entries);
        }
        if (VERSION.getAcquire() == 2) {
            System.out.println(removed);
        }
    }
}
