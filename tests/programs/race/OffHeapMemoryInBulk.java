//@ jdk: 16
//@ findings: 3
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32;

public class OffHeapMemoryInBulk {
    static final ByteBuffer SUMMED = ByteBuffer.allocateDirect(16);
    static final ByteBuffer FILLED = ByteBuffer.allocateDirect(8);
    static final ByteBuffer COPIED = ByteBuffer.allocateDirect(8);

    public static void main(String[] args) throws IOException, InterruptedException {
        Path file = Path.of("/tmp/bulk");
        Files.write(file, new byte[4]);
        Thread other = new Thread(() -> {
            SUMMED.put(9, (byte) 1); //~ data-race
            FILLED.get(3); //~ data-race
            FILLED.get(4);
            COPIED.putLong(0, 7); //~ data-race
        });
        other.start();
        new CRC32().update(SUMMED.duplicate());
        try (FileChannel channel = FileChannel.open(file)) {
            channel.read(FILLED.duplicate());
        }
        ByteBuffer.allocateDirect(2).put(0, COPIED, 5, 2);
        other.join();
    }
}
