import java.util.Objects;

/**
 * Methods with preconditions as annotations. What is said in front of a method holds with its precondition: without it each would fail. Of those that
 * fail all the same it says with what.
 */
public class Preconditions {
    /** Where the annotation is declared makes no difference. */
    @interface Needs {
        @interface Requires {
            String[] value();
        }
    }

    //@ quotient: verified
    @Needs.Requires("by != 0")
    static int quotient(int x, int by) {
        return x / by;
    }

    //@ between: verified
    @Needs.Requires({"low <= high", "low >= -1000 && high < 1_000"})
    static int between(int low, int high) {
        assert high - low >= 0;
        return low + (high - low) / 2;
    }

    //@ tooWeak: java.lang.ArithmeticException
    @Needs.Requires("by >= 0")
    static int tooWeak(int x, int by) {
        return x / by;
    }

    //@ first: incomplete
    @Needs.Requires("text != null && text.length() > 0")
    static char first(String text) {
        return text.charAt(0);
    }

    //@ element: incomplete
    @Needs.Requires("all != null && 0 <= at && at < all.length && all[at] > 5")
    static int element(int[] all, int at) {
        assert all[at] >= 6;
        return all[at];
    }

    //@ either: verified
    @Needs.Requires("!(a || b) || a && !b")
    static void either(boolean a, boolean b) {
        assert !b;
    }

    //@ wide: java.lang.AssertionError
    @Needs.Requires("x * 2L < 100 && -x < 50L")
    static void wide(int x) {
        // -x overflows before it is compared.
        assert x < 50 && x > -50;
    }

    //@ called: verified
    @Needs.Requires("isEven(x) && Math.abs(x) <= 10 && x != Integer.MIN_VALUE")
    static void called(int x) {
        assert x % 2 == 0 && x >= -10;
    }

    static boolean isEven(int x) {
        return x % 2 == 0;
    }

    //@ letter: verified
    @Needs.Requires("c >= 'a' && c <= 'z'")
    static int letter(char c) {
        int index = c - 'a';
        assert index >= 0 && index < 26;
        return index;
    }

    static final int LIMIT = 7;

    //@ limited: verified
    @Needs.Requires("x < LIMIT && x % 3 == 1 && x > 0 || x == 0x10")
    static void limited(int x) {
        assert x == 1 || x == 4 || x == 16;
    }

    private int stock = 3;

    //@ take: verified
    @Needs.Requires("amount > 0 && amount <= this.stock && stock - amount >= 0")
    int take(int amount) {
        stock -= amount;
        assert stock >= 0;
        return stock;
    }

    static class Node {
        int value;
        Node next;

        Node second() {
            return next;
        }
    }

    //@ third: verified
    @Needs.Requires("node != null && node.next != null && node.second().next != null && node.value == 3")
    static int third(Node node) {
        assert node.value == 3;
        return node.next.next.value + Objects.hashCode(null);
    }

    //@ never: incomplete
    @Needs.Requires("x > 3 && x < 3")
    static void never(int x) {
        assert false;
    }

    //@ odd: cannot be read: `y` is no parameter or field
    @Needs.Requires("y > 3")
    static void odd(int x) {}

    //@ unread: `?` is no operator
    @Needs.Requires("x > 3 ? true : false")
    static void unread(int x) {}

    //@ number: a condition is expected
    @Needs.Requires("x + 1")
    static void number(int x) {}

    /** The class of a sequence of calls. */
    static class Gate {
        private final int width;
        private boolean open;

        @Needs.Requires("width > 0")
        Gate(int width) {
            this.width = width;
        }

        @Needs.Requires("!open")
        void open() {
            assert !open;
            open = true;
        }

        @Needs.Requires("open && by < width")
        int pass(int by) {
            assert open && width > 0;
            return by % width;
        }
    }
}
