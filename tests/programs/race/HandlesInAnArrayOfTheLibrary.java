import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.Arrays;

/** The collection makes the array; from then on it is the program's, whatever its elements are. */
public class HandlesInAnArrayOfTheLibrary {
    public static void main(String[] args) throws Exception {
        MethodHandle one = MethodHandles.constant(int.class, 1);
        MethodHandle two = MethodHandles.constant(int.class, 2);
        MethodHandle[] handles = new java.util.ArrayList<>(Arrays.asList(one, one)).toArray(new MethodHandle[0]);
        Thread writer = new Thread(() -> {
            handles[0] = two; //~ data-race "MethodHandle[0]"
        });
        writer.start();
        MethodHandle first = handles[0];
        if (first != handles[0]) {
            throw new IllegalStateException(); //~ uncaught-exception
        }
        writer.join();
    }
}
