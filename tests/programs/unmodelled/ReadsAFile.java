//@ verdict: incomplete
//@ reason: files are not modelled: open of /etc/hostname
import java.io.FileReader;
import java.io.IOException;

public class ReadsAFile {
    public static void main(String[] args) {
        new Thread(() -> {
            try (FileReader reader = new FileReader("/etc/hostname")) {
                System.out.println(reader.read());
            } catch (IOException e) {
                System.out.println("no such file");
            }
        }).start();
    }
}
