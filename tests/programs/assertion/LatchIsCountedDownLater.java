import java.util.concurrent.CountDownLatch;

// The count comes down behind the write: whoever asks for the count sees both steps.
public class LatchIsCountedDownLater {
    static volatile boolean acted;
    static final CountDownLatch latch = new CountDownLatch(1);

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            acted = true;
            latch.countDown();
        });
        other.start();
        if (acted) {
            assert latch.getCount() == 0; //~ assertion-failure
        }
        latch.await();
        other.join();
    }
}
