//@ assumes: environment
import java.io.File;
import java.io.IOException;

public class CanonicalPathOfTheWorkingDirectory {
    public static void main(String[] args) throws IOException {
        String here = System.getProperty("user.dir");
        assert new File(".").getCanonicalPath().equals(here);
        assert new File("x/../y/./z").getCanonicalFile().equals(new File(here, "y/z"));
    }
}
