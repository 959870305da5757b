import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

// As ClockShowsTheSleep; the clock is asked by a method handle.
public class ClockOfAHandleShowsTheSleep {
    //@ assumes: virtual-clock
    public static void main(String[] args) throws Throwable {
        MethodHandle clock = MethodHandles.lookup().findStatic(System.class, "nanoTime", MethodType.methodType(long.class));
        long start = (long) clock.invokeExact();
        Thread.sleep(3000);
        long end = (long) clock.invokeExact();
        assert end - start < 1_000_000_000; //~ assertion-failure
    }
}
