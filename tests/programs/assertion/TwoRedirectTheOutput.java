import java.io.ByteArrayOutputStream;
import java.io.PrintStream;

/** Standard output is one for the whole program: two threads that redirect it for themselves meet. */
public class TwoRedirectTheOutput {
    static String captured(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream before = System.out;
        System.setOut(new PrintStream(bytes, true));
        System.out.print(text);
        System.setOut(before);
        return bytes.toString();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> captured("other"));
        other.start();
        String text = captured("main");
        other.join();
        assert text.equals("main"); //~ assertion-failure
    }
}
