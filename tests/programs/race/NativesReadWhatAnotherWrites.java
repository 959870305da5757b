//@ findings: 5
import java.nio.ByteBuffer;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

public class NativesReadWhatAnotherWrites {
    static final char[] TEXT = {'a', 'b'};
    static final byte[] SUMMED = new byte[16];
    static final byte[] COPIED = new byte[4];
    static final byte[] PACKED = new byte[4];
    static final byte[] PRINTED = {65, 66};

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> {
            TEXT[1] = 'x'; //~ data-race "char[1]"
            SUMMED[9] = 1; //~ data-race "byte[9]"
            COPIED[3] = 1; //~ data-race "byte[3]"
            PACKED[2] = 1; //~ data-race "byte[2]"
            PRINTED[0] = 67; //~ data-race "byte[0]"
        });
        writer.start();
        System.out.println(TEXT);
        new CRC32().update(SUMMED);
        ByteBuffer.allocateDirect(4).put(COPIED);
        Deflater deflater = new Deflater();
        deflater.setInput(PACKED);
        deflater.finish();
        deflater.deflate(new byte[32]);
        System.out.write(PRINTED, 0, 2);
        writer.join();
    }
}
