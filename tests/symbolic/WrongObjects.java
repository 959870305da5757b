import java.util.Objects;

/** Methods that take objects, each wrong for some of them. What it throws then stands above it. */
public class WrongObjects {
    static class Node {
        int value;
        Node next;

        Node() {}

        Node(int value, Node next) {
            this.value = value;
            this.next = next;
        }
    }

    sealed interface Shape permits Circle, Square {}

    record Circle(int radius) implements Shape {}

    record Square(int side, Color color) implements Shape {}

    enum Color {
        RED,
        GREEN,
        BLUE
    }

    static class Account {
        private int balance;
        private final Account parent;

        private Account(Account parent) {
            this.parent = Objects.requireNonNull(parent);
        }
    }

    static class Cell {
        int[] values;
        Object held;
    }

    static class Point {
        private final float x;
        double y;

        private Point(float x) {
            this.x = Math.abs(x);
        }
    }

    //@ diagonalPoint: java.lang.AssertionError
    static void diagonalPoint(Point point) {
        if (point != null && point.x > 0.5f && point.y < -0.1) {
            assert point.x + point.y != 0.25;
        }
    }

    //@ total: java.lang.IllegalStateException
    static double total(double[] prices, Float discount) {
        if (prices != null && prices.length == 2 && discount != null && prices[0] + prices[1] == Double.POSITIVE_INFINITY
                && prices[0] < Double.POSITIVE_INFINITY && prices[1] < Double.POSITIVE_INFINITY && discount == -0.5f) {
            throw new IllegalStateException("a discount on infinity");
        }
        return 0;
    }

    //@ second: java.lang.NullPointerException
    static int second(Node node) {
        return node == null ? 0 : node.next.value;
    }

    //@ aliases: java.lang.AssertionError
    static void aliases(Node one, Node other) {
        if (one != null && other != null) {
            one.value = 1;
            other.value = 2;
            assert one.value == 1;
        }
    }

    //@ cycle: java.lang.IllegalStateException
    static boolean cycle(Node node) {
        if (node != null && node.next != null && node.next.next == node) {
            throw new IllegalStateException("two in a circle");
        }
        return false;
    }

    //@ descending: java.lang.AssertionError
    static void descending(Node node) {
        Node at = node;
        for (int i = 0; i < 2 && at != null && at.next != null; i++) {
            assert at.value <= at.next.value || at.next.value > -5;
            at = at.next;
        }
    }

    //@ side: java.lang.ClassCastException
    static int side(Shape shape) {
        return shape == null ? 0 : ((Square) shape).side();
    }

    //@ area: java.lang.IllegalStateException
    static int area(Shape shape) {
        if (shape instanceof Square square && square.color() == Color.BLUE && square.side() * square.side() == 49) {
            throw new IllegalStateException("49 is blue");
        }
        return 0;
    }

    //@ code: java.lang.IllegalArgumentException
    static int code(Color color) {
        if (color == null) {
            return 0;
        }
        return switch (color) {
            case RED -> 1;
            case GREEN -> 2;
            default -> throw new IllegalArgumentException("no code");
        };
    }

    //@ withdrawn: java.lang.AssertionError
    static void withdrawn(Account account, int amount) {
        if (account == null || account.parent == null || amount <= 0) {
            return;
        }
        account.balance -= amount;
        account.parent.balance += amount;
        assert account == account.parent || account.balance < account.balance + amount;
    }

    //@ last: java.lang.ArrayIndexOutOfBoundsException
    static int last(int[] values) {
        return values == null ? 0 : values[values.length - 1];
    }

    //@ sorted: java.lang.AssertionError
    static void sorted(int[] values) {
        if (values == null || values.length != 3) {
            return;
        }
        for (int i = 0; i < 2; i++) {
            if (values[i] > values[i + 1]) {
                int value = values[i];
                values[i] = values[i + 1];
                values[i + 1] = value;
            }
        }
        assert values[0] <= values[1] && values[1] <= values[2];
    }

    //@ diagonal: java.lang.ArrayIndexOutOfBoundsException
    static int diagonal(int[][] matrix) {
        int sum = 0;
        for (int i = 0; matrix != null && i < matrix.length; i++) {
            sum += matrix[i] == null ? 0 : matrix[i][i];
        }
        return sum;
    }

    //@ initial: java.lang.StringIndexOutOfBoundsException
    static char initial(String name) {
        return name == null ? '?' : name.charAt(0);
    }

    //@ password: java.lang.IllegalStateException
    static boolean password(String given) {
        if ("c7".equals(given)) {
            throw new IllegalStateException("found out");
        }
        return false;
    }

    //@ digits: java.lang.AssertionError
    static void digits(String text) {
        if (text != null && text.length() == 2 && Character.isDigit(text.charAt(0)) && Character.isDigit(text.charAt(1))) {
            int value = (text.charAt(0) - '0') * 10 + text.charAt(1) - '0';
            assert value != 42;
        }
    }

    //@ unboxed: java.lang.NullPointerException
    static int unboxed(Integer number) {
        return number + 1;
    }

    //@ held: java.lang.ClassCastException
    static int held(Cell cell) {
        if (cell != null && cell.held != null && cell.values != null && cell.values.length == 2 && cell.values[1] == 9) {
            return ((String) cell.held).length();
        }
        return 0;
    }
}
