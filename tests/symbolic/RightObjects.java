import java.util.Arrays;

/** Methods that take objects, each right for all of them, as far as they are explored. */
public class RightObjects {
    static class Node {
        int value;
        Node next;
    }

    sealed interface Shape permits Circle, Square {}

    record Circle(int radius) implements Shape {}

    record Square(int side, Color color) implements Shape {}

    enum Color {
        RED,
        GREEN,
        BLUE
    }

    static class Point {
        float x;
        double y;
    }

    static double larger(Point point) {
        if (point == null || !(point.x <= point.y)) {
            return 0;
        }
        assert point.y >= point.x && point.x == point.x;
        return point.y;
    }

    static int second(Node node) {
        return node == null || node.next == null ? 0 : node.next.value;
    }

    static void aliases(Node one, Node other) {
        if (one != null && other != null && one != other) {
            one.value = 1;
            other.value = 2;
            assert one.value == 1;
        }
    }

    static boolean cyclic(Node node) {
        Node slow = node;
        Node fast = node;
        while (fast != null && fast.next != null) {
            slow = slow.next;
            fast = fast.next.next;
            if (slow == fast) {
                return true;
            }
        }
        int length = 0;
        for (Node at = node; at != null; at = at.next) {
            length++;
        }
        assert length <= 3;
        return false;
    }

    static int side(Shape shape) {
        return shape instanceof Square square ? square.side() : 0;
    }

    static int code(Color color) {
        return color == null ? -1 : switch (color) {
            case RED -> 1;
            case GREEN -> 2;
            case BLUE -> 3;
        };
    }

    static int kinds(Shape shape) {
        if (shape == null) {
            return 0;
        }
        return switch (shape.getClass().getSimpleName()) {
            case "Circle" -> 1;
            case "Square" -> 2;
            default -> throw new AssertionError(shape);
        };
    }

    static int last(int[] values) {
        return values == null || values.length == 0 ? 0 : values[values.length - 1];
    }

    static void sorted(int[] values) {
        if (values == null) {
            return;
        }
        Arrays.sort(values);
        for (int i = 0; i + 1 < values.length; i++) {
            assert values[i] <= values[i + 1];
        }
    }

    static int diagonal(int[][] matrix) {
        int sum = 0;
        for (int i = 0; matrix != null && i < matrix.length; i++) {
            sum += matrix[i] == null || matrix[i].length <= i ? 0 : matrix[i][i];
        }
        return sum;
    }

    static char initial(String name) {
        return name == null || name.isEmpty() ? '?' : name.charAt(0);
    }

    static void reversed(String text) {
        if (text != null) {
            String twice = new StringBuilder(new StringBuilder(text).reverse()).reverse().toString();
            assert twice.equals(text);
        }
    }

    static void trimmed(String text) {
        if (text != null) {
            String trimmed = text.trim();
            assert trimmed.isEmpty() || trimmed.charAt(0) > ' ';
        }
    }

    static int unboxed(Integer number) {
        return number == null ? 0 : number;
    }

    static void stacked(int[] values) {
        Node top = null;
        for (int i = 0; values != null && i < values.length; i++) {
            Node pushed = new Node();
            pushed.value = values[i];
            pushed.next = top;
            top = pushed;
        }
        for (int i = values == null ? 0 : values.length; i > 0; i--) {
            assert top.value == values[i - 1];
            top = top.next;
        }
        assert top == null;
    }

    static boolean same(Object one, Object other) {
        boolean same = one == other;
        assert same == (one == null ? other == null : one.equals(other));
        return same;
    }
}
