import java.lang.reflect.Field;
import sun.misc.Unsafe;

public class SetsMemoryWithoutEnd {
    public static void main(String[] args) throws Exception {
        Field field = Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        Unsafe unsafe = (Unsafe) field.get(null);
        byte[] from = new byte[150 << 20];
        byte[] to = new byte[150 << 20];
        long base = Unsafe.ARRAY_BYTE_BASE_OFFSET;
        while (true) {
            unsafe.setMemory(from, base, from.length, (byte) 1);
            unsafe.copyMemory(from, base, to, base, to.length);
        }
    }
}
