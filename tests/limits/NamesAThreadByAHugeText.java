import java.nio.charset.StandardCharsets;

public class NamesAThreadByAHugeText {
    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(() -> {
            throw new IllegalStateException();
        }, new String(new byte[50 << 20], StandardCharsets.ISO_8859_1));
        thread.start();
        thread.join();
    }
}
