import java.io.RandomAccessFile;

public class SparseFile {
    public static void main(String[] args) throws Exception {
        try (RandomAccessFile file = new RandomAccessFile("/tmp/sparse", "rw")) {
            file.setLength(1L << 40);
            file.seek(1L << 50);
            file.write(1);
            System.out.println(file.length());
        }
    }
}
