//@ set: jdk.enumerate-random=true
import java.util.Random;

// A generator of the program's own draws what it says; a bound that leaves no value is refused.
public class OwnGeneratorIsNotChosen {
    static class Three extends Random {
        @Override
        public int nextInt(int bound) {
            return 3;
        }

        @Override
        protected int next(int bits) {
            return 1;
        }
    }

    public static void main(String[] args) {
        assert new Three().nextInt(9) == 3;
        assert new Three().nextBoolean();
        try {
            new Random(1).nextInt(0);
            throw new AssertionError("refused");
        } catch (IllegalArgumentException expected) {
            return;
        }
    }
}
