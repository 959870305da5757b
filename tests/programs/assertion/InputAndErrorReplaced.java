import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.PrintStream;

/** Standard input and error are read again by whoever uses them. */
public class InputAndErrorReplaced {
    public static void main(String[] args) throws InterruptedException {
        InputStream input = System.in;
        PrintStream error = System.err;
        Thread other = new Thread(() -> {
            System.setIn(new ByteArrayInputStream(new byte[0]));
            System.setErr(new PrintStream(System.out));
        });
        other.start();
        boolean replaced = System.in != input;
        boolean both = System.err != error;
        assert replaced || !both; //~ assertion-failure
        other.join();
        assert System.in != input && System.err != error;
        assert !replaced; //~ assertion-failure
    }
}
