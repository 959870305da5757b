//@ jdk: 11
//@ verdict: incomplete
//@ reason: Unsafe access of another type than what is there
import java.lang.reflect.Field;

import sun.misc.Unsafe;

public class WritesANumberOverAReference {
    public static void main(String[] args) throws ReflectiveOperationException {
        Field field = Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        Unsafe unsafe = (Unsafe) field.get(null);
        Object[] array = {"text"};
        unsafe.putInt(array, (long) Unsafe.ARRAY_OBJECT_BASE_OFFSET, 0x12345678);
        System.out.println(array[0]);
    }
}
