import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

public class OpensABombOfAnArchive {
    public static void main(String[] args) throws Exception {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (ZipOutputStream out = new ZipOutputStream(packed)) {
            out.putNextEntry(new ZipEntry("bomb"));
            byte[] zeros = new byte[1 << 20];
            for (int i = 0; i < 64; i++) {
                out.write(zeros);
            }
        }
        try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(packed.toByteArray()))) {
            in.getNextEntry();
            System.out.println(in.readAllBytes().length);
        }
    }
}
