import java.util.concurrent.SynchronousQueue;

public class OfferFindsNobodyWaiting {
    public static void main(String[] args) throws InterruptedException {
        SynchronousQueue<String> queue = new SynchronousQueue<>();
        new Thread(() -> queue.offer("lost")).start();
        queue.take(); //~ deadlock
    }
}
