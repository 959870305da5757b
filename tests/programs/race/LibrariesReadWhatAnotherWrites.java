//@ findings: 3
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

public class LibrariesReadWhatAnotherWrites {
    static final byte[] WRITTEN = new byte[4];
    static final byte[] PACKED = {120, -100, 99, 0, 0, 0, 1, 0, 1};
    static final byte[] CLASS = new byte[8];

    static class Loader extends ClassLoader {
        void define() {
            try {
                defineClass("Broken", CLASS, 0, 6);
            } catch (ClassFormatError expected) {
                // The bytes are no class.
            }
        }
    }

    public static void main(String[] args) throws IOException, DataFormatException, InterruptedException {
        Thread writer = new Thread(() -> {
            WRITTEN[1] = 1; //~ data-race "byte[1]"
            PACKED[2] = 99; //~ data-race "byte[2]"
            CLASS[5] = 1; //~ data-race "byte[5]"
            CLASS[6] = 1;
        });
        writer.start();
        try (FileOutputStream out = new FileOutputStream("/tmp/written")) {
            out.write(WRITTEN, 0, 2);
        }
        Inflater inflater = new Inflater();
        inflater.setInput(PACKED);
        inflater.inflate(new byte[4]);
        new Loader().define();
        writer.join();
    }
}
