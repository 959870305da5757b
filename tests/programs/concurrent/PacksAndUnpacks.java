//@ jdk: 11
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

// What a stream has been given belongs to the path: each thread's own one survives every interleaving.
public class PacksAndUnpacks {
    static byte[] sent;

    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        Thread other = new Thread(() -> {
            synchronized (lock) {
                sent = pack("one");
                lock.notify();
            }
        });
        other.start();
        synchronized (lock) {
            while (sent == null) {
                lock.wait();
            }
        }
        byte[] back = new GZIPInputStream(new ByteArrayInputStream(sent)).readAllBytes();
        assert new String(back).equals("one");
        other.join();
    }

    static byte[] pack(String text) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(text.getBytes());
        } catch (IOException impossible) {
            throw new AssertionError(impossible);
        }
        return packed.toByteArray();
    }
}
