import java.security.MessageDigest;

public class DigestsWithoutEnd {
    public static void main(String[] args) throws Exception {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        byte[] bytes = new byte[1 << 20];
        while (true) {
            digest.update(bytes);
        }
    }
}
