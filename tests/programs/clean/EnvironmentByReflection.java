import java.lang.reflect.Method;

// As AsksWhatTheMachineIsLike, by reflection.
public class EnvironmentByReflection {
    //@ assumes: environment
    public static void main(String[] args) throws ReflectiveOperationException {
        Method environment = System.class.getMethod("getenv", String.class);
        assert environment.invoke(null, "DROPWIRE_SAMPLE") == null;
    }
}
