import java.nio.charset.Charset;
import java.util.Scanner;

/** Two threads take texts apart, each with a scanner of its own. */
public class ScannersOfTwoThreads {
    static void use(String text) {
        Scanner scanner = new Scanner(text);
        assert scanner.nextInt() == 1;
        assert scanner.nextDouble() == 2.5;
        assert text.getBytes(Charset.forName("windows-1252")).length == 5;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> use("1 2.5"));
        other.start();
        use("1\t2.5");
        other.join();
    }
}
