//@ assumes: files-as-found
import java.io.BufferedReader;
import java.io.FileReader;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

public class TwoReadOneFile {
    static final AtomicInteger SUM = new AtomicInteger();

    static void add() {
        try (BufferedReader reader = new BufferedReader(new FileReader("programs/files/data/numbers.txt"))) {
            int sum = 0;
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                sum += Integer.parseInt(line);
            }
            SUM.addAndGet(sum);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(TwoReadOneFile::add);
        other.start();
        add();
        other.join();
        assert SUM.get() == 24;
    }
}
