//@ assumes: memory-files
import java.io.File;
import java.io.FileReader;
import java.io.FileWriter;
import java.io.IOException;
import java.io.UncheckedIOException;

public class FilesOfTwoThreads {
    static void write(File file, char text) {
        try (FileWriter writer = new FileWriter(file)) {
            writer.write(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static int read(File file) throws IOException {
        try (FileReader reader = new FileReader(file)) {
            return reader.read();
        }
    }

    public static void main(String[] args) throws Exception {
        File folder = new File("/tmp/two-threads");
        assert folder.mkdir();
        Thread other = new Thread(() -> write(new File(folder, "other"), 'o'));
        other.start();
        write(new File(folder, "own"), 'm');
        other.join();
        assert read(new File(folder, "own")) == 'm' && read(new File(folder, "other")) == 'o';
    }
}
