import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;

/** A read finds more than was there when its thread came to it: another one has written meanwhile, and touches what is read next. */
public class ReadsMoreThanWasThere {
    public static void main(String[] args) throws Exception {
        byte[] x = new byte[8];
        File file = File.createTempFile("more", ".bin");
        try (RandomAccessFile r = new RandomAccessFile(file, "r"); RandomAccessFile w = new RandomAccessFile(file, "rw")) {
            w.write(1);
            Thread writer = new Thread(() -> {
                try {
                    w.write(new byte[] {1, 2});
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
                x[2] = 5; //~ data-race "byte[2]"
            });
            writer.start();
            r.read(x);
            writer.join();
        }
    }
}
