import java.nio.charset.StandardCharsets;
import java.util.Arrays;

public class DecodesOneHugeArray {
    public static void main(String[] args) throws Exception {
        byte[] bytes = new byte[100 << 20];
        Arrays.fill(bytes, (byte) 0xc3);
        while (true) {
            new String(bytes, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_16);
        }
    }
}
