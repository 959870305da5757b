import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

public class TimedAwaitIsVerified {
    static int result;

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        new Thread(() -> {
            result = 5;
            done.countDown();
        }).start();
        boolean inTime = done.await(5, TimeUnit.SECONDS);
        assert inTime && result == 5;
    }
}
