import java.util.concurrent.CountDownLatch;

public class LatchOrdersTheResults {
    public static void main(String[] args) throws InterruptedException {
        CountDownLatch start = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(2);
        int[] results = new int[3];
        for (int i = 0; i < 2; i++) {
            int mine = i;
            new Thread(() -> {
                try {
                    start.await();
                    results[mine] = results[2] + mine;
                    done.countDown();
                } catch (InterruptedException stop) {
                    throw new IllegalStateException(stop);
                }
            }).start();
        }
        results[2] = 10;
        start.countDown();
        done.await();
        assert results[0] + results[1] == 21;
    }
}
