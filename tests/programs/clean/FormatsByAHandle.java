import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

// As FormatsByTheDefaultLocale, by a method handle.
public class FormatsByAHandle {
    //@ assumes: environment
    public static void main(String[] args) throws Throwable {
        MethodType type = MethodType.methodType(String.class, String.class, Object[].class);
        MethodHandle format = MethodHandles.lookup().findStatic(String.class, "format", type);
        String text = (String) format.invokeExact("%.1f", new Object[] {1.5});
        assert text.equals("1.5");
    }
}
