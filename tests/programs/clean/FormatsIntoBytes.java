import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.UnsupportedEncodingException;

// As FormatsByTheDefaultLocale, by a stream.
public class FormatsIntoBytes {
    //@ assumes: environment
    public static void main(String[] args) throws UnsupportedEncodingException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new PrintStream(bytes, true, "US-ASCII").printf("%.1f", 1.5);
        assert bytes.toString("US-ASCII").equals("1.5");
    }
}
