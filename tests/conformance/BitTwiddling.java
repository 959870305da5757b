public class BitTwiddling {
    public static void main(String[] args) {
        int[] ints = {0, 1, -1, 0x00ff00f0, Integer.MIN_VALUE, 0x40000000};
        for (int n : ints) {
            System.out.println(Integer.bitCount(n) + " " + Integer.numberOfLeadingZeros(n) + " " + Integer.numberOfTrailingZeros(n) + " " + Integer.highestOneBit(n) + " "
                + Integer.lowestOneBit(n) + " " + Integer.reverse(n) + " " + Integer.reverseBytes(n) + " " + Integer.rotateLeft(n, 5) + " " + Integer.rotateRight(n, 37) + " " + Integer.signum(n));
        }
        long[] longs = {0, 1, -1, 0x00ff00f000000000L, Long.MIN_VALUE};
        for (long n : longs) {
            System.out.println(Long.bitCount(n) + " " + Long.numberOfLeadingZeros(n) + " " + Long.numberOfTrailingZeros(n) + " " + Long.highestOneBit(n) + " "
                + Long.reverse(n) + " " + Long.reverseBytes(n) + " " + Long.rotateLeft(n, 65) + " " + Long.signum(n));
        }
        System.out.println(Short.reverseBytes((short) 0x1234) + " " + Short.toUnsignedInt((short) -1) + " " + Byte.toUnsignedLong((byte) -2) + " " + Integer.toUnsignedLong(-1));
        int hash = 17;
        for (int i = 0; i < 1000; i++) {
            hash ^= hash << 13;
            hash ^= hash >>> 17;
            hash ^= hash << 5;
        }
        System.out.println(hash);
    }
}
