//@ jdk: 11
import java.lang.reflect.Constructor;
import sun.reflect.ReflectionFactory;

// As serialisation and libraries of mocks do it: the constructor of Object alone runs.
public class MadeWithoutItsConstructor {
    int value = 5;

    MadeWithoutItsConstructor() {
        throw new IllegalStateException();
    }

    public static void main(String[] args) throws ReflectiveOperationException {
        ReflectionFactory factory = ReflectionFactory.getReflectionFactory();
        Constructor<?> constructor =
            factory.newConstructorForSerialization(MadeWithoutItsConstructor.class, Object.class.getConstructor());
        MadeWithoutItsConstructor made = (MadeWithoutItsConstructor) constructor.newInstance();
        assert made.value == 0;
    }
}
