import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

public class ListsAFolderOfManyFiles {
    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 3000; i++) {
            Files.createFile(Path.of("/tmp/file" + i));
        }
        while (true) {
            try (Stream<Path> files = Files.list(Path.of("/tmp"))) {
                files.count();
            }
        }
    }
}
