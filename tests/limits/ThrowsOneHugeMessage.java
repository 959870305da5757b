import java.nio.charset.StandardCharsets;

public class ThrowsOneHugeMessage {
    public static void main(String[] args) throws Exception {
        throw new IllegalStateException(new String(new byte[150 << 20], StandardCharsets.ISO_8859_1));
    }
}
