import java.util.concurrent.atomic.AtomicIntegerArray;

public class ElementsOfAnAtomicArray {
    public static void main(String[] args) throws InterruptedException {
        AtomicIntegerArray votes = new AtomicIntegerArray(2);
        Thread other = new Thread(() -> {
            votes.incrementAndGet(0);
            votes.accumulateAndGet(1, 5, Math::max);
        });
        other.start();
        votes.incrementAndGet(0);
        votes.accumulateAndGet(1, 3, Math::max);
        other.join();
        assert votes.get(0) == 2 && votes.get(1) == 5;
    }
}
