import java.util.zip.Deflater;
import java.util.zip.Inflater;

public class InflatesIntoOneHugeArray {
    public static void main(String[] args) throws Exception {
        Deflater deflater = new Deflater();
        deflater.setInput(new byte[1 << 24]);
        deflater.finish();
        byte[] packed = new byte[1 << 20];
        int length = deflater.deflate(packed);
        byte[] output = new byte[300 << 20];
        while (true) {
            Inflater inflater = new Inflater();
            inflater.setInput(packed, 0, length);
            inflater.inflate(output);
        }
    }
}
