import java.lang.reflect.Method;

// A reflective call reads its arguments, also where they do not fit.
public class ReflectiveCallReadsItsArguments {
    static final Object[] ARGUMENTS = {"one"};
    static volatile boolean called;

    public static void take(int number) {
        throw new IllegalStateException();
    }

    public static void main(String[] args) throws Exception {
        Method take = ReflectiveCallReadsItsArguments.class.getMethod("take", int.class);
        Thread writer = new Thread(() -> {
            if (called) {
                ARGUMENTS[0] = 1; //~ data-race "Object[0]"
            }
        });
        writer.start();
        called = true;
        try {
            take.invoke(null, ARGUMENTS);
        } catch (IllegalArgumentException | java.lang.reflect.InvocationTargetException either) {
            writer.join();
        }
    }
}
