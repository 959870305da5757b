import java.util.Arrays;

public class TwoThreadsOverwriteALargeArray {
    public static void main(String[] args) throws Exception {
        long[] all = new long[20 << 20];
        Runnable writes = () -> {
            for (int i = 0;; i++) {
                synchronized (all) {
                    Arrays.fill(all, i);
                }
            }
        };
        new Thread(writes).start();
        writes.run();
    }
}
