import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.UUID;

/** Two threads ask for algorithms first at the same time: the providers are found once, whoever comes first. */
public class DigestsOfTwoThreads {
    static void use(String algorithm, int length) {
        try {
            byte[] digest = MessageDigest.getInstance(algorithm).digest("oil".getBytes());
            assert digest.length == length;
            assert UUID.nameUUIDFromBytes(digest).version() == 3;
            assert UUID.randomUUID().version() == 4;
            new SecureRandom().nextBytes(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> use("SHA-256", 32));
        other.start();
        use("MD5", 16);
        other.join();
    }
}
