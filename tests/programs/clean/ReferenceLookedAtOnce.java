import java.lang.ref.SoftReference;

/** A collector could clear the reference too, and the program copes with that: the verdict says that none does here. */
public class ReferenceLookedAtOnce {
    //@ assumes: no-reference-clearing
    static final SoftReference<int[]> BUFFER = new SoftReference<>(new int[4]);

    public static void main(String[] args) throws InterruptedException {
        Thread purge = new Thread(BUFFER::clear);
        purge.start();
        int[] buffer = BUFFER.get();
        if (buffer != null) {
            buffer[0] = 1;
        }
        purge.join();
        assert BUFFER.get() == null;
    }
}
