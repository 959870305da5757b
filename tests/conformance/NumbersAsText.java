public class NumbersAsText {
    public static void main(String[] args) {
        int[] ints = {0, 1, -1, 9, 10, -10, 99, 100, 12345, Integer.MIN_VALUE, Integer.MAX_VALUE};
        for (int n : ints) {
            System.out.println(n + " " + Integer.toHexString(n) + " " + Integer.toOctalString(n) + " " + Integer.toBinaryString(n) + " "
                + Integer.toString(n, 36) + " " + Integer.toUnsignedString(n) + " " + Integer.parseInt(Integer.toString(n, 7), 7));
        }
        long[] longs = {0, -1, 1L << 40, Long.MIN_VALUE, Long.MAX_VALUE};
        for (long n : longs) {
            System.out.println(n + " " + Long.toHexString(n) + " " + Long.toBinaryString(n) + " " + Long.toString(n, 3) + " " + Long.toUnsignedString(n)
                + " " + Long.parseLong(Long.toString(n, 16), 16) + " " + Long.hashCode(n));
        }
        System.out.println(Integer.parseInt("+7") + Integer.parseInt("-0") + Integer.valueOf("ff", 16) + Integer.decode("0x10") + Integer.decode("-010"));
        System.out.println(Short.parseShort("-32768") + " " + Byte.parseByte("7f", 16) + " " + Boolean.parseBoolean("TRUE") + " " + Integer.parseUnsignedInt("4294967295"));
        for (String bad : new String[] {"", "-", "2147483648", "1_000", " 1", "0x1", "9223372036854775808"}) {
            try {
                Integer.parseInt(bad);
            } catch (NumberFormatException e) {
                System.out.println(e.getMessage());
            }
        }
        try {
            Long.parseLong("9223372036854775808");
        } catch (NumberFormatException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(Integer.compareUnsigned(-1, 1) + " " + Integer.divideUnsigned(-1, 2) + " " + Long.remainderUnsigned(-1, 10));
    }
}
