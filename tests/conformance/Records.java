//@ jdk: 17
import java.util.List;

public class Records {
    record Point(int x, int y) {
        static final Point ORIGIN = new Point(0, 0);

        Point {
            if (x < -1000) {
                throw new IllegalArgumentException("too far: " + x);
            }
        }

        Point(int both) {
            this(both, both);
        }

        double length() {
            return Math.sqrt(x * x + y * y);
        }
    }

    record Mixed(boolean z, byte b, char c, short s, long l, float f, double d, String t, List<Point> points) { }

    record Empty() { }

    record Pair<A, B>(A first, B second) {
        <C> Pair<A, C> withSecond(C other) {
            return new Pair<>(first, other);
        }

        @Override
        public String toString() {
            return "(" + first + ", " + second + ")";
        }
    }

    public static void main(String[] args) {
        Point p = new Point(3, 4);
        System.out.println(p + " " + p.x() + " " + p.length() + " " + p.hashCode() + " " + p.equals(new Point(3, 4)) + p.equals(new Point(4, 3)) + p.equals(null));
        System.out.println(new Point(7) + " " + Point.ORIGIN.hashCode() + " " + p.equals("p"));
        try {
            new Point(-2000, 1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        Mixed a = new Mixed(true, (byte) 1, 'c', (short) 2, 3L, -0f, Double.NaN, "t", List.of(p));
        Mixed b = new Mixed(true, (byte) 1, 'c', (short) 2, 3L, -0f, Double.NaN, "t", List.of(new Point(3, 4)));
        Mixed c = new Mixed(true, (byte) 1, 'c', (short) 2, 3L, 0f, Double.NaN, null, List.of());
        System.out.println(a + " " + a.equals(b) + " " + (a.hashCode() == b.hashCode()) + " " + a.equals(c) + " " + c);
        System.out.println(new Empty() + " " + new Empty().equals(new Empty()) + " " + new Empty().hashCode());
        System.out.println(new Pair<>("k", 1).withSecond(2.5) + " " + new Pair<>(null, null).hashCode() + " " + new Pair<>(1, "x").equals(new Pair<>(1, "x")));
    }
}
