import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

public class TwoReadOneChannel {
    static void read(FileChannel channel) {
        try {
            channel.read(ByteBuffer.allocate(2), 0);
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    public static void main(String[] args) throws Exception {
        File file = File.createTempFile("two", ".txt");
        try (RandomAccessFile access = new RandomAccessFile(file, "rw")) {
            access.write(new byte[4]);
            FileChannel channel = access.getChannel();
            Thread other = new Thread(() -> read(channel));
            other.start();
            read(channel);
            other.join();
        }
    }
}
