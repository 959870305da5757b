import java.util.zip.Deflater;

public class DeflatesOneHugeArray {
    public static void main(String[] args) throws Exception {
        byte[] bytes = new byte[120 << 20];
        while (true) {
            Deflater deflater = new Deflater(9);
            deflater.setInput(bytes);
            deflater.finish();
            deflater.deflate(new byte[1 << 20]);
        }
    }
}
