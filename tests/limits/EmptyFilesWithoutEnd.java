import java.nio.file.Files;
import java.nio.file.Path;

public class EmptyFilesWithoutEnd {
    public static void main(String[] args) throws Exception {
        for (int i = 0;; i++) {
            Files.createFile(Path.of("/tmp/empty" + i));
        }
    }
}
