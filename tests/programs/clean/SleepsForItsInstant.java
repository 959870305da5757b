//@ assumes: virtual-clock
import java.time.Duration;
import java.time.Instant;

// As SleepsForItsTime, by the classes of java.time.
public class SleepsForItsInstant {
    static volatile boolean rested;

    public static void main(String[] args) throws InterruptedException {
        Instant start = Instant.now();
        Thread sleeper = new Thread(() -> {
            try {
                Thread.sleep(500);
            } catch (InterruptedException e) {
                return;
            }
            rested = true;
        });
        sleeper.start();
        sleeper.join();
        assert !rested || Duration.between(start, Instant.now()).toMillis() >= 500;
    }
}
