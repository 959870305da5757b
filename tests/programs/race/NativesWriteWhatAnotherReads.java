//@ findings: 4
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.zip.Deflater;

public class NativesWriteWhatAnotherReads {
    static final byte[] COPIED = new byte[4];
    static final byte[] PACKED = new byte[32];
    static final byte[] LOADED = new byte[4];
    static final int[] SET = new int[4];

    public static void main(String[] args) throws InterruptedException, IOException {
        String file = "/tmp/loaded";
        try (FileOutputStream out = new FileOutputStream(file)) {
            out.write(new byte[2]);
        }
        Thread reader = new Thread(() -> {
            int sum = COPIED[3]; //~ data-race "byte[3]"
            sum += PACKED[0]; //~ data-race "byte[0]"
            sum += LOADED[1]; //~ data-race "byte[1]"
            sum += LOADED[2];
            sum += SET[1]; //~ data-race "int[1]"
            sum += SET[0];
        });
        reader.start();
        ByteBuffer.allocateDirect(4).get(COPIED);
        Deflater deflater = new Deflater();
        deflater.setInput(new byte[1]);
        deflater.finish();
        deflater.deflate(PACKED);
        try (FileInputStream in = new FileInputStream(file)) {
            in.read(LOADED);
        }
        Array.setInt(SET, 1, 5);
        reader.join();
    }
}
