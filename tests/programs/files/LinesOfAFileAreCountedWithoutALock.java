//@ jdk: 11
//@ assumes: files-as-found
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

public class LinesOfAFileAreCountedWithoutALock {
    static int lines;

    static void count() {
        try {
            lines += Files.readAllLines(Path.of("programs/files/data/numbers.txt")).size(); //~ data-race "lines"
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(LinesOfAFileAreCountedWithoutALock::count);
        other.start();
        count();
        other.join();
        assert lines == 6; //~ assertion-failure
    }
}
