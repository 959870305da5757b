import java.io.File;
import java.io.IOException;

public class CanonicalPathHasNoDots {
    public static void main(String[] args) throws IOException {
        assert new File("/x/../y/./z").getCanonicalPath().equals("/y/z");
        assert new File("/../a//b/").getCanonicalFile().getPath().equals("/a/b");
        assert new File("/x/..").getCanonicalPath().equals("/");
        assert new File("/x/../y").getPath().equals("/x/../y");
    }
}
