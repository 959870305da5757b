import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

public class InflatesABomb {
    public static void main(String[] args) throws Exception {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (DeflaterOutputStream out = new DeflaterOutputStream(packed)) {
            out.write(new byte[1 << 24]);
        }
        List<byte[]> all = new ArrayList<>();
        while (true) {
            all.add(new InflaterInputStream(new ByteArrayInputStream(packed.toByteArray())).readAllBytes());
        }
    }
}
