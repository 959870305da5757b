import java.io.FileOutputStream;
import java.io.IOException;

public class WritesWithoutEnd {
    public static void main(String[] args) throws IOException {
        try (FileOutputStream file = new FileOutputStream("/tmp/endless")) {
            while (true) {
                file.write(1);
            }
        }
    }
}
