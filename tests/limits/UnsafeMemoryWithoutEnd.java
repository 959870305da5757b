import java.lang.reflect.Field;
import sun.misc.Unsafe;

public class UnsafeMemoryWithoutEnd {
    public static void main(String[] args) throws Exception {
        Field field = Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        Unsafe unsafe = (Unsafe) field.get(null);
        while (true) {
            unsafe.setMemory(unsafe.allocateMemory(1 << 20), 1 << 20, (byte) 1);
        }
    }
}
