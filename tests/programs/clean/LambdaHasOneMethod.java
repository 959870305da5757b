//@ jdk: 17
//@ assumes: seeded-random
import java.lang.reflect.Method;
import java.util.function.IntSupplier;

// What reflection lists of the class of a lambda expression: the method of the interface.
public class LambdaHasOneMethod {
    public static void main(String[] args) {
        int captured = args.length;
        Runnable task = () -> {};
        IntSupplier supplier = () -> captured;
        for (Object lambda : new Object[] {task, supplier, (Runnable) LambdaHasOneMethod::new}) {
            Method[] methods = lambda.getClass().getDeclaredMethods();
            assert methods.length == 1;
            assert methods[0].getName().equals(lambda instanceof Runnable ? "run" : "getAsInt");
        }
    }
}
