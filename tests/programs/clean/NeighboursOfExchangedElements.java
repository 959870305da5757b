//@ jdk: 11
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

// The library exchanges the word around a byte or a short; the neighbours in it are no business of the exchange.
public class NeighboursOfExchangedElements {
    static final VarHandle BYTES = MethodHandles.arrayElementVarHandle(byte[].class);
    static final VarHandle SHORTS = MethodHandles.arrayElementVarHandle(short[].class);
    static final byte[] FLAGS = new byte[4];
    static final short[] COUNTS = new short[4];

    static void claim(int own) {
        FLAGS[own] = 1;
        BYTES.compareAndSet(FLAGS, 1, (byte) 0, (byte) -1);
        COUNTS[own] = 1;
        SHORTS.getAndAdd(COUNTS, 1, (short) 3);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> claim(0));
        other.start();
        claim(2);
        other.join();
        assert FLAGS[0] + FLAGS[1] + FLAGS[2] == 1;
        assert COUNTS[0] + COUNTS[1] + COUNTS[2] == 8;
    }
}
