import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Paths;

//@ assumes: in-memory-tmp
// Who opens a file to write it anew empties it, though another thread has just written to it.
public class FileIsWrittenAnew {
    static void write(int value) {
        try (FileOutputStream file = new FileOutputStream("/tmp/value")) {
            file.write(value);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> write('a'));
        other.start();
        write('b');
        other.join();
        byte[] written = Files.readAllBytes(Paths.get("/tmp/value"));
        if (written.length != 1 || written[0] != 'a' && written[0] != 'b') {
            throw new AssertionError(written.length);
        }
    }
}
