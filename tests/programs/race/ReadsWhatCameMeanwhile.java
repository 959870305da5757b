import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;

// The file is empty when the reader comes: what it reads into the array, and that it does, depends on what comes meanwhile.
public class ReadsWhatCameMeanwhile {
    public static void main(String[] args) throws IOException, InterruptedException {
        byte[] read = new byte[8];
        File file = File.createTempFile("reads", "it");
        RandomAccessFile reader = new RandomAccessFile(file, "r");
        RandomAccessFile writer = new RandomAccessFile(file, "rw");
        Thread other = new Thread(() -> {
            try {
                writer.write(new byte[] {1, 2});
            } catch (IOException broken) {
                throw new UncheckedIOException(broken);
            }
            read[1] = 5; //~ data-race "byte[1]"
        });
        other.start();
        reader.read(read);
        other.join();
    }
}
