import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.Arrays;

/** The arguments that a handle takes over are read from an array that another thread writes. */
public class ArgumentsInAnArrayOfTheLibrary {
    public static String first(String one, String other) {
        return one;
    }

    public static void main(String[] args) throws Exception {
        MethodType type = MethodType.methodType(String.class, String.class, String.class);
        MethodHandle first = MethodHandles.lookup().findStatic(ArgumentsInAnArrayOfTheLibrary.class, "first", type);
        Object[] values = new ArrayList<>(Arrays.asList("a", "b")).toArray();
        Thread writer = new Thread(() -> {
            values[0] = "c"; //~ data-race "Object[0]"
        });
        writer.start();
        MethodHandles.insertArguments(first, 0, values);
        writer.join();
    }
}
