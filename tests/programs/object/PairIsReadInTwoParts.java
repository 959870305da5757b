// What is returned is a value: objects of it are compared by their fields.
//@ target: object
//@ set: object.calls=1
//@ findings: 1
public class PairIsReadInTwoParts {
    private volatile int left;
    private volatile int right;

    public synchronized void add() {
        left++; //~ not-linearizable "read() = PairIsReadInTwoParts$Pair[left=1, right=0]"
        right++;
    }

    public Pair read() {
        return new Pair(left, right);
    }

    public static final class Pair {
        final int left;
        final int right;

        Pair(int left, int right) {
            this.left = left;
            this.right = right;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Pair && ((Pair) other).left == left && ((Pair) other).right == right;
        }

        @Override
        public int hashCode() {
            return left * 31 + right;
        }
    }
}
