public class TwoThreadsShareALargeArray {
    public static void main(String[] args) throws Exception {
        long[] all = new long[20 << 20];
        Thread other = new Thread(() -> {
            for (int i = 0; i < all.length; i++) {
                all[i]++;
            }
        });
        other.start();
        for (int i = 0; i < all.length; i++) {
            all[i] += 2;
        }
        other.join();
    }
}
