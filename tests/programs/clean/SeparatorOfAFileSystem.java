//@ assumes: environment
import java.nio.file.FileSystems;

public class SeparatorOfAFileSystem {
    public static void main(String[] args) {
        assert FileSystems.getDefault().getSeparator().equals("/");
    }
}
