import java.io.PrintWriter;
import java.io.StringWriter;

// As AsksHowLinesEnd; the writer ends the line.
public class PrintsALineIntoText {
    //@ assumes: environment
    public static void main(String[] args) {
        StringWriter text = new StringWriter();
        new PrintWriter(text).println("a");
        assert text.toString().equals("a\n");
    }
}
