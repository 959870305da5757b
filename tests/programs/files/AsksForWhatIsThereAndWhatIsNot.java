//@ assumes: files-as-found
import java.io.File;

public class AsksForWhatIsThereAndWhatIsNot {
    public static void main(String[] args) throws InterruptedException {
        File numbers = new File("programs/files/data/numbers.txt");
        File absent = new File("programs/files/data/absent.txt");
        Thread other = new Thread(() -> {
            assert numbers.isFile() && numbers.canRead() && numbers.length() == 6;
            assert !numbers.isDirectory() && numbers.getParentFile().isDirectory();
        });
        other.start();
        assert !absent.exists() && absent.length() == 0 && !absent.isFile();
        assert new File(numbers.getPath(), "below").exists() == false;
        assert !new File("").exists();
        other.join();
    }
}
