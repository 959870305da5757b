//@ findings: 1
import java.util.concurrent.CountDownLatch;

public class LatchCountsTooHigh {
    public static void main(String[] args) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(3);
        for (int i = 0; i < 2; i++) {
            new Thread(done::countDown).start();
        }
        done.await(); //~ deadlock
    }
}
