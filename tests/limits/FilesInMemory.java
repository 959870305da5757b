import java.io.FileOutputStream;

public class FilesInMemory {
    public static void main(String[] args) throws Exception {
        byte[] bytes = new byte[1 << 20];
        for (int i = 0;; i++) {
            try (FileOutputStream out = new FileOutputStream("/tmp/file" + i)) {
                out.write(bytes);
            }
        }
    }
}
