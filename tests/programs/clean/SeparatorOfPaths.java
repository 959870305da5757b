//@ assumes: environment
// It is another one on Windows.
import java.io.File;

public class SeparatorOfPaths {
    public static void main(String[] args) {
        assert File.separatorChar == '/';
    }
}
