import java.lang.reflect.Method;

// As ClockShowsTheSleep; the clock is asked by reflection.
public class ClockByReflectionShowsTheSleep {
    //@ assumes: virtual-clock
    static long now() throws ReflectiveOperationException {
        Method clock = System.class.getMethod("currentTimeMillis");
        return (long) clock.invoke(null);
    }

    public static void main(String[] args) throws Exception {
        long start = now();
        Thread.sleep(3000);
        assert now() - start < 1000; //~ assertion-failure
    }
}
