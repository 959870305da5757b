import java.io.PrintWriter;
import java.io.StringWriter;

//@ set: debug.verify-hashes=true
// The first of them computes the trace, and both go through it: the frames belong to whoever reaches the throwable.
public class TwoThreadsPrintOneThrowable {
    private static final Throwable SHARED = new Throwable();

    private static void print() {
        StringWriter text = new StringWriter();
        SHARED.printStackTrace(new PrintWriter(text));
        assert text.toString().contains("TwoThreadsPrintOneThrowable");
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(TwoThreadsPrintOneThrowable::print);
        Thread second = new Thread(TwoThreadsPrintOneThrowable::print);
        first.start();
        second.start();
        first.join();
        second.join();
    }
}
