//@ verdict: incomplete
//@ coverage: limited
//@ reason: garbage collector
import java.lang.ref.WeakReference;

// On a JVM the loop ends: the collector clears the reference.
public class WaitsForTheCollector {
    public static void main(String[] args) throws InterruptedException {
        WeakReference<Object> gone = new WeakReference<>(new Object());
        while (gone.get() != null) {
            System.gc();
            Thread.sleep(100);
        }
    }
}
