import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

// A channel that reads into several buffers, or writes from several, accesses the memory of each.
//@ findings: 2
public class GathersWhatAnotherWrites {
    public static void main(String[] args) throws IOException, InterruptedException {
        Path file = Files.createTempFile("gathers", "it");
        ByteBuffer gathered = ByteBuffer.allocateDirect(4);
        ByteBuffer scattered = ByteBuffer.allocateDirect(4);
        Thread other = new Thread(() -> {
            gathered.put(0, (byte) 1); //~ data-race
            scattered.get(3); //~ data-race
        });
        other.start();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            channel.write(new ByteBuffer[] {gathered.duplicate(), ByteBuffer.allocateDirect(2)});
            channel.position(0);
            channel.read(new ByteBuffer[] {ByteBuffer.allocateDirect(2), scattered.duplicate()});
        }
        other.join();
    }
}
