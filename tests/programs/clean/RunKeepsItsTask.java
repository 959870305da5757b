//@ jdk: 21
import java.util.concurrent.atomic.AtomicInteger;

// Since 19 a thread keeps its task.
public class RunKeepsItsTask {
    public static void main(String[] args) throws InterruptedException {
        AtomicInteger runs = new AtomicInteger();
        Thread thread = new Thread(runs::incrementAndGet);
        thread.start();
        thread.run();
        thread.join();
        assert runs.get() == 2;
    }
}
