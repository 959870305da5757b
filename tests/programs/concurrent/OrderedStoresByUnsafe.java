//@ jdk: 11
import java.lang.reflect.Field;

import sun.misc.Unsafe;

// As ReleasesByMethodHandles, by `putOrderedInt`.
public class OrderedStoresByUnsafe {
    //@ assumes: sequential-consistency
    volatile int first;
    volatile int second;

    public static void main(String[] args) throws Exception {
        Field field = Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        Unsafe unsafe = (Unsafe) field.get(null);
        long first = unsafe.objectFieldOffset(OrderedStoresByUnsafe.class.getDeclaredField("first"));
        long second = unsafe.objectFieldOffset(OrderedStoresByUnsafe.class.getDeclaredField("second"));
        OrderedStoresByUnsafe subject = new OrderedStoresByUnsafe();
        int[] read = new int[2];
        Thread other = new Thread(() -> {
            unsafe.putOrderedInt(subject, first, 1);
            read[0] = subject.second;
        });
        other.start();
        unsafe.putOrderedInt(subject, second, 1);
        read[1] = subject.first;
        other.join();
        assert read[0] + read[1] > 0;
    }
}
