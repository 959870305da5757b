import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.logging.Logger;

// A program that takes the place of a standard stream sees what loggers write there: they are not silent.
public class LogGoesToAStreamOfItsOwn {
    public static void main(String[] args) throws InterruptedException {
        //@ time-limit: 60s
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        System.setErr(new PrintStream(written, true));
        Thread other = new Thread(() -> Logger.getLogger("shop").warning("sold out"));
        other.start();
        other.join();
        assert written.toString().contains("sold out");
    }
}
