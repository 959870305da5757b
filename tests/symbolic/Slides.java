import dropwire.Verify;

/** Programs in the manner of Visser, Pasareanu and Mehlitz, <em>Explaining Errors and Generating Tests with JPF</em>. */
public class Slides {
    static class Node {
        int elem;
        Node next;

        Node swapNode() {
            if (next != null) {
                if (elem > next.elem) {
                    Node t = next;
                    next = t.next;
                    t.next = this;
                    return t;
                }
            }
            return this;
        }
    }

    static Node swapNode(Node list) {
        return list.swapNode();
    }

    /** What it asserts holds of integers, not of those of Java. */
    static void swap(int x, int y) {
        if (x > y) {
            x = x + y;
            y = x - y;
            x = x - y;
            if (x - y > 0) {
                assert false;
            }
        }
    }

    static void swapLong(long x, long y) {
        if (x > y) {
            x = x + y;
            y = x - y;
            x = x - y;
            assert x * 2 <= y * 2;
        }
    }

    static int m(int n) {
        int x = 0;
        int y = 0;
        Verify.ignoreIf(n > 10);
        while (x < n) {
            x++;
            y++;
        }
        while (x != 0) {
            x--;
            y--;
        }
        assert y == 0;
        return y;
    }

    /** Fails for the one input for which it counts up to 10. */
    static void counted(int n) {
        int x = 0;
        Verify.ignoreIf(n > 10);
        while (x < n) {
            x++;
        }
        assert x != 10;
    }
}
