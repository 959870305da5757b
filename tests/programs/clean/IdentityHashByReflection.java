import java.lang.reflect.Method;

// Two objects may have one hash code.
public class IdentityHashByReflection {
    //@ assumes: seeded-random
    public static void main(String[] args) throws ReflectiveOperationException {
        Method hash = System.class.getMethod("identityHashCode", Object.class);
        Object first = hash.invoke(null, new Object());
        Object second = hash.invoke(null, new Object());
        assert !first.equals(second);
    }
}
