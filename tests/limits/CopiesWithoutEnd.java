public class CopiesWithoutEnd {
    public static void main(String[] args) {
        byte[] from = new byte[1 << 26];
        byte[] to = new byte[1 << 26];
        while (true) {
            System.arraycopy(from, 0, to, 1, from.length - 1);
        }
    }
}
