import java.util.zip.Deflater;

public class DeflatesWithoutEnd {
    public static void main(String[] args) throws Exception {
        Deflater deflater = new Deflater();
        byte[] bytes = new byte[1 << 20];
        while (true) {
            deflater.reset();
            deflater.setInput(bytes);
            deflater.finish();
            deflater.deflate(bytes.clone());
        }
    }
}
