public class ShiftDistancesAreMasked {
    public static void main(String[] args) {
        int[] distances = {0, 1, 31, 32, 33, 63, 64, 65, -1, -32, Integer.MIN_VALUE};
        int[] ints = {1, -1, Integer.MIN_VALUE, 0x12345678};
        long[] longs = {1, -1, Long.MIN_VALUE, 0x123456789abcdef0L};
        for (int d : distances) {
            for (int value : ints) {
                System.out.print((value << d) + " " + (value >> d) + " " + (value >>> d) + " ");
            }
            for (long value : longs) {
                System.out.print((value << d) + " " + (value >> d) + " " + (value >>> d) + " ");
            }
            System.out.println();
        }
        long far = 33;
        System.out.println((1 << far) + " " + (1L << far) + " " + (-1 >>> far));
        byte narrow = (byte) 0x80;
        narrow >>>= 1;
        System.out.println(narrow);
        short half = -1;
        half >>>= 10;
        System.out.println(half);
        char letter = 0xffff;
        letter <<= 4;
        System.out.println((int) letter);
    }
}
