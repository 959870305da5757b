import java.security.SecureRandom;

public class ReadsRandomNumbers {
    public static void main(String[] args) throws Exception {
        SecureRandom random = new SecureRandom();
        while (true) {
            random.nextBytes(new byte[1 << 16]);
        }
    }
}
