import java.util.concurrent.SynchronousQueue;

public class SynchronousQueueHandsOver {
    static int sent;

    public static void main(String[] args) throws InterruptedException {
        SynchronousQueue<String> queue = new SynchronousQueue<>();
        new Thread(() -> {
            try {
                sent = 1;
                queue.put("one");
                queue.put("two");
            } catch (InterruptedException stop) {
                throw new IllegalStateException(stop);
            }
        }).start();
        assert queue.take().equals("one") && sent == 1;
        assert queue.take().equals("two");
    }
}
