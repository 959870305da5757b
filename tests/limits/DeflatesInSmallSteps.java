import java.util.zip.Deflater;

public class DeflatesInSmallSteps {
    public static void main(String[] args) throws Exception {
        Deflater deflater = new Deflater();
        byte[] out = new byte[1];
        byte[] in = new byte[1 << 20];
        for (int i = 0; i < in.length; i++) {
            in[i] = (byte) (i * 31 ^ i >> 3);
        }
        deflater.setInput(in);
        deflater.finish();
        while (!deflater.finished()) {
            deflater.deflate(out);
        }
    }
}
