import java.util.Arrays;

public class FillsWithoutEnd {
    public static void main(String[] args) {
        long[] longs = new long[1 << 24];
        while (true) {
            Arrays.fill(longs, 7L);
        }
    }
}
