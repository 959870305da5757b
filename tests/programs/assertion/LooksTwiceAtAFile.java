import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

public class LooksTwiceAtAFile {
    static void write(File file) {
        try (FileOutputStream out = new FileOutputStream(file, true)) {
            out.write(1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        File file = File.createTempFile("looked", "at");
        Thread writer = new Thread(() -> write(file));
        writer.start();
        try (FileInputStream in = new FileInputStream(file)) {
            int before = in.available();
            assert in.available() == before; //~ assertion-failure
        }
        writer.join();
    }
}
