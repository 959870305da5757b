/** Sorted lists without cycles. A `repOk` that visits all of a list has more lists than can be tried: methods that read a part of one have not. */
public class Conservative {
    static class Node {
        int value;
        Node next;
        Node previous;
    }

    private Node head;
    private int limit;

    boolean repOk() {
        if (limit <= 0) return false;
        Node before = null;
        for (Node at = head; at != null; at = at.next) {
            if (at.previous != before) return false;
            if (before != null && before.value > at.value) return false;
            if (at.value >= limit) return false;
            before = at;
        }
        return true;
    }

    //@ smallest: verified
    int smallest() {
        if (head == null) return 0;
        assert head.value < limit;
        assert head.previous == null;
        return head.value;
    }

    //@ second: verified
    int second() {
        if (head == null || head.next == null) return 0;
        assert head.value <= head.next.value;
        assert head.next.previous == head;
        return head.next.value;
    }

    //@ addFirst: verified
    void addFirst(int value) {
        if (head != null && value > head.value || value >= limit) return;
        Node node = new Node();
        node.value = value;
        node.next = head;
        if (head != null) head.previous = node;
        head = node;
        assert head.next == null || head.next.value >= head.value;
    }

    //@ removeFirst: java.lang.NullPointerException
    void removeFirst() {
        head = head.next;
        if (head != null) head.previous = null;
    }

    //@ third: java.lang.AssertionError
    int third() {
        if (head == null || head.next == null || head.next.next == null) return 0;
        assert head.value < head.next.next.value;
        return head.next.next.value;
    }

    //@ cycle: verified
    void cycle() {
        if (head != null) assert head.next != head;
    }

    //@ apart: java.lang.AssertionError
    static void apart(Conservative one, Conservative other) {
        if (one == null || other == null || one.head == null) return;
        assert one.head != other.head;
    }

    //@ positive: java.lang.ArithmeticException
    int positive(int by) {
        assert limit > 0;
        return limit / by;
    }

    /** Of two nodes at least. */
    static class Two {
        private Node head;

        boolean repOk() {
            return head != null && head.next != null;
        }

        int first() {
            assert head.value != 5;
            return head.value;
        }
    }
}
