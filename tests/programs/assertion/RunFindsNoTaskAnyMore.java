//@ jdk: 8 to 17
import java.util.concurrent.atomic.AtomicInteger;

// `run` instead of `start`: a thread that has ended has forgotten its task, and does nothing then.
public class RunFindsNoTaskAnyMore {
    public static void main(String[] args) throws InterruptedException {
        AtomicInteger runs = new AtomicInteger();
        Thread thread = new Thread(runs::incrementAndGet);
        thread.start();
        thread.run();
        thread.join();
        assert runs.get() == 2; //~ assertion-failure
    }
}
