// A class that says it is immutable lets its objects change while others look at them.
public class ImmutablePointMoves {
    @interface Immutable {
    }

    @Immutable
    static class Point {
        private volatile int x = 1;
        private volatile int hash;

        void move() {
            x = 2; //~ lock-discipline "changes ImmutablePointMoves$Point.x"
        }

        int hash() {
            if (hash == 0) {
                hash = x * 31;
            }
            return hash;
        }
    }

    static final Point ORIGIN = new Point();

    public static void main(String[] args) {
        new Thread(ORIGIN::move).start();
        ORIGIN.hash();
    }
}
