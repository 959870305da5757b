//@ verdict: incomplete
//@ reason: files are not modelled: writing
import java.io.FileWriter;
import java.io.IOException;

public class WritesAFile {
    public static void main(String[] args) {
        new Thread(() -> {
            try (FileWriter writer = new FileWriter("/var/dropwire-must-not-write-this")) {
                writer.write("text");
            } catch (IOException e) {
                System.out.println(e.getMessage());
            }
        }).start();
    }
}
