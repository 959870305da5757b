import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;

public class LargeFileInSmallPieces {
    public static void main(String[] args) throws IOException {
        byte[] piece = new byte[1 << 14];
        try (FileOutputStream file = new FileOutputStream("/tmp/large")) {
            for (int i = 0; i < 1_000; i++) {
                piece[0] = (byte) i;
                file.write(piece);
            }
        }
        try (FileInputStream file = new FileInputStream("/tmp/large")) {
            assert file.skip(16_384 * 999L) == 16_384 * 999L;
            assert file.read(piece) == piece.length && piece[0] == (byte) 999;
            assert file.read() == -1;
        }
    }
}
