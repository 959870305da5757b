import java.nio.charset.StandardCharsets;

public class ComparesHugeTexts {
    public static void main(String[] args) throws Exception {
        String text = new String(new byte[100 << 20], StandardCharsets.ISO_8859_1);
        String other = new String(new byte[100 << 20], StandardCharsets.ISO_8859_1);
        int found = 0;
        while (true) {
            found += text.equals(other) ? 1 : 0;
            found += text.indexOf("xy") + text.compareTo(other) + text.hashCode();
        }
    }
}
