import java.nio.charset.StandardCharsets;

public class InternsOneHugeText {
    public static void main(String[] args) throws Exception {
        String text = new String(new byte[150 << 20], StandardCharsets.ISO_8859_1);
        while (true) {
            (text + "y").intern();
        }
    }
}
