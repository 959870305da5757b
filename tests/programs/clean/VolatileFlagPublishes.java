public class VolatileFlagPublishes {
    static int[] data;
    static volatile boolean ready;

    public static void main(String[] args) {
        new Thread(() -> {
            data = new int[] {1, 2, 3};
            data[1] = 20;
            ready = true;
        }).start();
        if (ready) {
            assert data[1] == 20;
            data[1]++;
        }
    }
}
