//@ jdk: 11
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.SwitchPoint;

public class SwitchPointIsInvalidated {
    public static void main(String[] args) throws Throwable {
        SwitchPoint valid = new SwitchPoint();
        MethodHandle before = MethodHandles.constant(int.class, 1);
        MethodHandle guarded = valid.guardWithTest(before, MethodHandles.constant(int.class, 2));
        Thread other = new Thread(() -> SwitchPoint.invalidateAll(new SwitchPoint[] {valid}));
        other.start();
        int result = (int) guarded.invokeExact();
        other.join();
        assert (int) guarded.invokeExact() == 2;
        assert result == 1; //~ assertion-failure
    }
}
