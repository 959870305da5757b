import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;

public class MethodHandlesWithoutEnd {
    public static void main(String[] args) throws Exception {
        MethodHandle handle = MethodHandles.identity(int.class);
        while (true) {
            handle = MethodHandles.filterReturnValue(handle, MethodHandles.identity(int.class));
        }
    }
}
