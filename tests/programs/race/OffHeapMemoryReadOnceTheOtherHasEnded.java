//@ jdk: 11
import java.lang.reflect.Field;

import sun.misc.Unsafe;

// The reader may have ended before the writer begins: that one alone is left then, and must not be forgotten.
public class OffHeapMemoryReadOnceTheOtherHasEnded {
    public static void main(String[] args) throws ReflectiveOperationException {
        Field field = Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        Unsafe unsafe = (Unsafe) field.get(null);
        long memory = unsafe.allocateMemory(16);
        unsafe.setMemory(memory, 16, (byte) 0);
        new Thread(() -> unsafe.putInt(memory + 4, 1)).start();
        unsafe.getLong(memory); //~ data-race
    }
}
