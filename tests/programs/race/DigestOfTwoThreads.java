import java.security.MessageDigest;

/** What the provider gives is not its own. */
public class DigestOfTwoThreads {
    public static void main(String[] args) throws Exception {
        MessageDigest digest = MessageDigest.getInstance("MD5");
        new Thread(() -> digest.update((byte) 1)).start(); //~ data-race
        digest.update((byte) 2);
    }
}
