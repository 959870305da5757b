import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;

//@ assumes: in-memory-tmp
//@ time-limit: 120s
// The buffers through which channels read and write are each thread's own, though a list of cleaners knows them all.
public class FilesOfTwoThreads {
    static void keep(String name) {
        Path file = Paths.get("/tmp", name);
        byte[] text = name.getBytes();
        try {
            Files.write(file, text);
            if (!Arrays.equals(Files.readAllBytes(file), text)) {
                throw new AssertionError(name);
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> keep("one"));
        other.start();
        keep("two");
        other.join();
    }
}
