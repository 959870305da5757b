import java.util.SplittableRandom;

public class SplitRandomNumbers {
    //@ assumes: seeded-random
    public static void main(String[] args) throws InterruptedException {
        SplittableRandom random = new SplittableRandom();
        SplittableRandom other = random.split();
        Thread thread = new Thread(() -> {
            assert other.nextInt(10) < 10;
        });
        thread.start();
        assert random.nextInt(10) < 10;
        thread.join();
    }
}
