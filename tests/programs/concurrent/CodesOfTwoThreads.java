//@ jdk: 11
import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Two threads compute a code of a message at the same time, each with an object of its own, as one did before. */
public class CodesOfTwoThreads {
    static byte[] code() {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(new byte[] {7}, "HmacSHA256"));
            return mac.doFinal(new byte[] {1, 2, 3});
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        byte[] first = code();
        byte[][] codes = new byte[1][];
        Thread other = new Thread(() -> codes[0] = code());
        other.start();
        byte[] mine = code();
        other.join();
        assert first.length == 32 && Arrays.equals(first, mine) && Arrays.equals(first, codes[0]);
    }
}
