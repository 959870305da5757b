import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** Two threads, each with a stream of its own. Inside, all that have no input share one empty buffer, to which each writes the same. */
public class OwnStreamsThatCompress {
    static final byte[] DATA = compressed();

    static byte[] compressed() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(7);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    static void read() {
        try {
            GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(DATA));
            assert in.read() == 7;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(OwnStreamsThatCompress::read);
        other.start();
        read();
        other.join();
    }
}
