public class StoreBufferingWithVolatiles {
    static volatile int x;
    static volatile int y;

    public static void main(String[] args) throws InterruptedException {
        int[] seen = new int[1];
        Thread other = new Thread(() -> {
            x = 1;
            seen[0] = y;
        });
        other.start();
        y = 1;
        int mine = x;
        other.join();
        assert mine + seen[0] > 0;
    }
}
