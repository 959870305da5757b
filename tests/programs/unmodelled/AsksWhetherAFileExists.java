//@ jdk: 11
//@ verdict: incomplete
//@ reason: files are not modelled
import java.nio.file.Files;
import java.nio.file.Path;

public class AsksWhetherAFileExists {
    public static void main(String[] args) {
        new Thread(() -> System.out.println(Files.exists(Path.of("/etc/hostname")))).start();
    }
}
