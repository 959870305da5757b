//@ jdk: 11
//@ findings: 1
import java.lang.reflect.Field;

import sun.misc.Unsafe;

public class PartOfAnArrayIsSet {
    static final byte[] BYTES = new byte[16];

    public static void main(String[] args) throws ReflectiveOperationException, InterruptedException {
        Field field = Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        Unsafe unsafe = (Unsafe) field.get(null);
        Thread other = new Thread(() -> {
            BYTES[3] = 1;
            BYTES[11] = 1; //~ data-race "byte[11]"
            BYTES[12] = 1;
        });
        other.start();
        unsafe.setMemory(BYTES, Unsafe.ARRAY_BYTE_BASE_OFFSET + 4L, 8, (byte) 3);
        other.join();
    }
}
