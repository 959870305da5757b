//@ jdk: 21
import java.util.concurrent.atomic.AtomicBoolean;

// With one processor whoever spins first keeps the only carrier for ever.
public class VirtualSpinnerIsReleased {
    //@ assumes: processors
    public static void main(String[] args) throws InterruptedException {
        AtomicBoolean set = new AtomicBoolean();
        Thread spins = Thread.startVirtualThread(() -> {
            while (!set.get()) {
                Thread.onSpinWait();
            }
        });
        Thread sets = Thread.startVirtualThread(() -> set.set(true));
        spins.join();
        sets.join();
    }
}
