import java.util.concurrent.CountDownLatch;

// Who waits for an open latch throws all the same if it was interrupted before.
public class InterruptedAwaitThrows {
    //@ set: vm.por.attributes=java.lang.Thread.*nterrupted=always
    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
        });
        other.start();
        Thread.currentThread().interrupt();
        boolean thrown = false;
        try {
            new CountDownLatch(0).await();
        } catch (InterruptedException stop) {
            thrown = true;
        }
        other.join();
        assert thrown;
    }
}
