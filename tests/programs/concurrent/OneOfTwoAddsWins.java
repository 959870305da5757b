import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicInteger;

public class OneOfTwoAddsWins {
    public static void main(String[] args) throws InterruptedException {
        ConcurrentSkipListSet<String> names = new ConcurrentSkipListSet<>();
        AtomicInteger won = new AtomicInteger();
        Runnable register = () -> {
            if (names.add("ann")) {
                won.incrementAndGet();
            }
        };
        Thread other = new Thread(register);
        other.start();
        register.run();
        other.join();
        assert won.get() == 1 && names.first().equals("ann");
    }
}
