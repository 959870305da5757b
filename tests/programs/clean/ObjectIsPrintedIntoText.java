import java.io.PrintWriter;
import java.io.StringWriter;

// As ObjectIsAppendedToText, by a writer.
public class ObjectIsPrintedIntoText {
    //@ assumes: seeded-random
    static String textOf(Object object) {
        StringWriter text = new StringWriter();
        new PrintWriter(text).println(object);
        return text.toString();
    }

    public static void main(String[] args) {
        assert !textOf(new Object()).equals(textOf(new Object()));
    }
}
