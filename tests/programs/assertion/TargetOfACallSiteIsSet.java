//@ jdk: 11
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MutableCallSite;

/** The target of a call site is a final field to the compiler, and natives set it: who calls it meanwhile may get either one. */
public class TargetOfACallSiteIsSet {
    public static void main(String[] args) throws Throwable {
        MutableCallSite site = new MutableCallSite(MethodHandles.constant(int.class, 1));
        MethodHandle invoker = site.dynamicInvoker();
        Thread setter = new Thread(() -> site.setTarget(MethodHandles.constant(int.class, 2)));
        setter.start();
        int result = (int) invoker.invokeExact();
        setter.join();
        assert result == 1; //~ assertion-failure
    }
}
