import java.lang.ref.SoftReference;

public class ReferenceClearedBetweenLooks {
    //@ assumes: no-reference-clearing
    static final SoftReference<int[]> BUFFER = new SoftReference<>(new int[4]);

    public static void main(String[] args) throws InterruptedException {
        Thread purge = new Thread(BUFFER::clear);
        purge.start();
        if (BUFFER.get() != null) {
            BUFFER.get()[0] = 1; //~ uncaught-exception
        }
        purge.join();
    }
}
