//@ jdk: 11
//@ findings: 3
import java.util.Arrays;

// The library compares eight bytes at a time; an element in the middle of them is read like the first one.
public class ComparesArraysWhileOneIsWritten {
    static final int[] NUMBERS = new int[16];
    static final byte[] BYTES = new byte[16];
    static final long[] SUMS = new long[4];

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> {
            NUMBERS[3] = 5; //~ data-race "int[3]"
            BYTES[5] = 1; //~ data-race "byte[5]"
            SUMS[2] = 7; //~ data-race "long[2]"
        });
        writer.start();
        Arrays.equals(NUMBERS, new int[16]);
        Arrays.mismatch(BYTES, new byte[16]);
        Arrays.hashCode(SUMS);
        writer.join();
    }
}
