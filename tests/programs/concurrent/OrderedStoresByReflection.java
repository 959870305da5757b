//@ jdk: 11
import java.lang.reflect.Field;
import java.lang.reflect.Method;

import sun.misc.Unsafe;

// As OrderedStoresByUnsafe, by reflection.
public class OrderedStoresByReflection {
    //@ assumes: sequential-consistency
    volatile int first;
    volatile int second;

    static void store(Method stores, Unsafe unsafe, OrderedStoresByReflection subject, long offset) {
        try {
            stores.invoke(unsafe, subject, offset, 1);
        } catch (ReflectiveOperationException thrown) {
            throw new AssertionError(thrown);
        }
    }

    public static void main(String[] args) throws Exception {
        Field field = Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        Unsafe unsafe = (Unsafe) field.get(null);
        long first = unsafe.objectFieldOffset(OrderedStoresByReflection.class.getDeclaredField("first"));
        long second = unsafe.objectFieldOffset(OrderedStoresByReflection.class.getDeclaredField("second"));
        Method stores = Unsafe.class.getMethod("putOrderedInt", Object.class, long.class, int.class);
        OrderedStoresByReflection subject = new OrderedStoresByReflection();
        int[] read = new int[2];
        Thread other = new Thread(() -> {
            store(stores, unsafe, subject, first);
            read[0] = subject.second;
        });
        other.start();
        store(stores, unsafe, subject, second);
        read[1] = subject.first;
        other.join();
        assert read[0] + read[1] > 0;
    }
}
