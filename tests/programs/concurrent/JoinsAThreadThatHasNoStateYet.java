//@ jdk: 21
//@ assumes: thread-states
import java.time.Duration;

// A JVM makes a thread alive before its state is another one than NEW, which `join` with a duration refuses.
public class JoinsAThreadThatHasNoStateYet {
    public static void main(String[] args) throws InterruptedException {
        Thread worker = Thread.ofVirtual().unstarted(() -> { });
        Thread starter = new Thread(worker::start);
        starter.start();
        if (worker.isAlive()) {
            worker.join(Duration.ofSeconds(1));
        }
        starter.join();
    }
}
