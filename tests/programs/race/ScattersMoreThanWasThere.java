import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A scattering read reaches its second buffer because another thread has written since it came to the read. */
public class ScattersMoreThanWasThere {
    public static void main(String[] args) throws Exception {
        ByteBuffer head = ByteBuffer.allocateDirect(1);
        ByteBuffer body = ByteBuffer.allocateDirect(4);
        Path file = Files.createTempFile("more", ".bin");
        try (FileChannel r = FileChannel.open(file, StandardOpenOption.READ);
                FileChannel w = FileChannel.open(file, StandardOpenOption.WRITE)) {
            w.write(ByteBuffer.wrap(new byte[1]));
            Thread writer = new Thread(() -> {
                try {
                    w.write(ByteBuffer.wrap(new byte[2]));
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
                body.put(1, (byte) 5); //~ data-race "off-heap memory"
            });
            writer.start();
            r.read(new ByteBuffer[] {head, body});
            writer.join();
        }
    }
}
