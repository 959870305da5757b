// Whoever sleeps for a second is no help to a poll of ten milliseconds.
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

public class ProducerSleepsLonger {
    public static void main(String[] args) throws InterruptedException {
        BlockingQueue<String> orders = new LinkedBlockingQueue<>();
        new Thread(() -> {
            try {
                Thread.sleep(1_000);
            } catch (InterruptedException stop) {
                return;
            }
            orders.add("late");
        }).start();
        String order = orders.poll(10, TimeUnit.MILLISECONDS);
        assert order != null; //~ assertion-failure
    }
}
