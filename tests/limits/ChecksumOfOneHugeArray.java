import java.util.zip.Adler32;
import java.util.zip.CRC32;

public class ChecksumOfOneHugeArray {
    public static void main(String[] args) throws Exception {
        byte[] bytes = new byte[300 << 20];
        while (true) {
            new CRC32().update(bytes);
            new Adler32().update(bytes);
        }
    }
}
