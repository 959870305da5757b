import java.util.zip.Deflater;

public class DeflatesOneHugeArray {
    public static void main(String[] args) throws Exception {
        byte[] bytes = new byte[120 << 20];
        Deflater deflater = new Deflater(9);
        deflater.setInput(bytes);
        deflater.finish();
        System.out.println(deflater.deflate(new byte[1 << 20]));
    }
}
