//@ jdk: 9 to 17
//@ findings: 3
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;

public class ViewsOfOtherWidths {
    static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());
    static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    static final byte[] WRAPPED = new byte[8];
    static final byte[] VIEWED = new byte[16];
    static final ByteBuffer OWN = ByteBuffer.allocate(8);

    public static void main(String[] args) throws InterruptedException {
        ByteBuffer buffer = ByteBuffer.wrap(WRAPPED);
        IntBuffer numbers = OWN.asIntBuffer();
        Thread writer = new Thread(() -> {
            buffer.putInt(0, 0x01020304); //~ data-race
            INTS.setVolatile(VIEWED, 4, 7); //~ data-race
            numbers.put(1, 9); //~ data-race
        });
        writer.start();
        byte third = WRAPPED[2];
        long both = (long) LONGS.get(VIEWED, 0);
        byte last = OWN.get(7);
        writer.join();
    }
}
