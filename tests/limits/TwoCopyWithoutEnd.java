public class TwoCopyWithoutEnd {
    static volatile int turns;

    public static void main(String[] args) {
        byte[] from = new byte[1 << 23];
        byte[] to = new byte[1 << 23];
        Runnable copies = () -> {
            while (true) {
                turns++;
                System.arraycopy(from, 0, to, 1, from.length - 1);
            }
        };
        new Thread(copies).start();
        new Thread(copies).start();
    }
}
