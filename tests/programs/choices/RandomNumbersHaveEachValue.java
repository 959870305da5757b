//@ set: jdk.enumerate-random=true
//@ findings: 2
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;

// Each value within the bounds is explored, and none outside of them; what has no bounds is drawn as ever.
public class RandomNumbersHaveEachValue {
    public static void main(String[] args) {
        Random random = new Random(7);
        int first = random.nextInt(3);
        int second = ThreadLocalRandom.current().nextInt(5, 7);
        boolean flag = random.nextBoolean();
        assert first >= 0 && first < 3 && second >= 5 && second < 7;
        random.nextInt();
        assert first != 2 || second != 6 || flag; //~ assertion-failure
        assert first != 0 || second != 5 || !flag; //~ assertion-failure
    }
}
