import java.util.Random;

public class RandomNumbersAreRepeatable {
    public static void main(String[] args) {
        int first = new Random(7).nextInt(1000);
        new Thread(() -> {
            assert new Random(7).nextInt(1000) == first;
        }).start();
        int free = new Random().nextInt(3);
        assert free >= 0 && free < 3;
    }
}
