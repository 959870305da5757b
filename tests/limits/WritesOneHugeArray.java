import java.nio.file.Files;
import java.nio.file.Path;

public class WritesOneHugeArray {
    public static void main(String[] args) throws Exception {
        byte[] bytes = new byte[150 << 20];
        while (true) {
            Files.write(Path.of("/tmp/huge"), bytes);
            bytes = Files.readAllBytes(Path.of("/tmp/huge"));
        }
    }
}
