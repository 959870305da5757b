import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

public class ReadsAFileThatIsHalfWritten {
    public static void main(String[] args) throws Exception {
        File file = new File("/tmp/half-written");
        assert file.createNewFile();
        Thread writer = new Thread(() -> {
            try (FileOutputStream out = new FileOutputStream(file)) {
                out.write('a');
                out.write('b');
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        writer.start();
        long seen = file.length();
        assert seen == 0 || seen == 2; //~ assertion-failure
        writer.join();
        assert file.length() == 2;
    }
}
