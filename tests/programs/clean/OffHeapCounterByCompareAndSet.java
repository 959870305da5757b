//@ jdk: 11
import java.lang.reflect.Field;
import java.nio.ByteBuffer;

import sun.misc.Unsafe;

public class OffHeapCounterByCompareAndSet {
    static final ByteBuffer PARTS = ByteBuffer.allocateDirect(8);

    static Unsafe unsafe() throws ReflectiveOperationException {
        Field field = Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        return (Unsafe) field.get(null);
    }

    static void count(Unsafe unsafe, long counter, int part) {
        int before;
        do {
            before = unsafe.getIntVolatile(null, counter);
        } while (!unsafe.compareAndSwapInt(null, counter, before, before + 1));
        PARTS.putInt(part, 1);
    }

    public static void main(String[] args) throws ReflectiveOperationException, InterruptedException {
        Unsafe unsafe = unsafe();
        long counter = unsafe.allocateMemory(4);
        unsafe.putInt(counter, 0);
        Thread other = new Thread(() -> count(unsafe, counter, 0));
        other.start();
        count(unsafe, counter, 4);
        other.join();
        assert unsafe.getInt(counter) == 2 && PARTS.getInt(0) + PARTS.getInt(4) == 2;
    }
}
