import java.nio.charset.StandardCharsets;

public class LooksUpALongClassName {
    public static void main(String[] args) throws Exception {
        String name = new String(new byte[50 << 20], StandardCharsets.ISO_8859_1);
        while (true) {
            try {
                Class.forName(name);
            } catch (ClassNotFoundException notFound) {
                name += "y";
            }
        }
    }
}
