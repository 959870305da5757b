import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

public class Latches {
    public static void main(String[] args) throws InterruptedException {
        CountDownLatch start = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(3);
        int[] results = new int[3];
        for (int i = 0; i < 3; i++) {
            int n = i;
            new Thread(() -> {
                try {
                    start.await();
                    results[n] = n * n + 1;
                } catch (InterruptedException e) {
                    results[n] = -1;
                } finally {
                    done.countDown();
                }
            }).start();
        }
        System.out.println(done.getCount() + " " + done.await(1, TimeUnit.MILLISECONDS));
        start.countDown();
        done.await();
        System.out.println(results[0] + " " + results[1] + " " + results[2] + " " + done.getCount());
        done.countDown();
        System.out.println(done.getCount() + " " + done.await(1, TimeUnit.DAYS));
        Thread.currentThread().interrupt();
        try {
            done.await();
        } catch (InterruptedException e) {
            System.out.println("an interrupt comes first");
        }
    }
}
