import java.io.BufferedReader;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;

public class ReadsALongLine {
    public static void main(String[] args) throws Exception {
        BufferedReader reader = new BufferedReader(new StringReader(new String(new byte[60 << 20], StandardCharsets.ISO_8859_1)));
        System.out.println(reader.readLine().length());
    }
}
