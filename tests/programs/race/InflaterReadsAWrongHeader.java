import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

// Input that is refused was read.
public class InflaterReadsAWrongHeader {
    static final byte[] DATA = new byte[16];
    static volatile boolean begun;

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> {
            if (begun) {
                DATA[0] = 0x78; //~ data-race "byte[0]"
            }
        });
        writer.start();
        Inflater inflater = new Inflater();
        inflater.setInput(DATA);
        begun = true;
        try {
            inflater.inflate(new byte[4]);
        } catch (DataFormatException wrong) {
            writer.join();
        }
    }
}
