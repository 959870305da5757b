//@ jdk: 8 to 17
import java.io.ByteArrayOutputStream;

// With another charset they are two characters; later releases have one for all machines.
public class BytesInTheDefaultCharset {
    //@ assumes: environment
    public static void main(String[] args) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(0xc3);
        bytes.write(0xa4);
        assert bytes.toString().length() == 1;
    }
}
