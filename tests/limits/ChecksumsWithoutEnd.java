import java.util.zip.CRC32;

public class ChecksumsWithoutEnd {
    public static void main(String[] args) {
        byte[] bytes = new byte[1 << 26];
        CRC32 sum = new CRC32();
        while (true) {
            sum.update(bytes);
        }
    }
}
