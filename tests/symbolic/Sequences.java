import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Classes that are explored by sequences of calls. What a class does is said in front of it: that it is right, or what fails after which calls; and how
 * many calls its sequences have behind the constructor.
 */
public class Sequences {
    //@ Account 2: verified
    public static class Account {
        private int balance;

        public Account(int balance) {
            if (balance < 0) throw new IllegalArgumentException("negative");
            this.balance = balance;
        }

        public int balance() {
            assert balance >= 0;
            return balance;
        }

        public boolean withdraw(int amount) {
            if (amount < 0 || amount > balance) return false;
            balance -= amount;
            assert balance >= 0;
            return true;
        }

        public static boolean repOk(int balance) {
            return balance >= 0;
        }
    }

    //@ Overdrawn 2: java.lang.AssertionError after new Sequences$Overdrawn, withdraw, withdraw
    public static class Overdrawn {
        private int balance;
        private int withdrawn;

        public Overdrawn(short balance) {
            this.balance = balance < 0 ? 0 : balance;
        }

        public void withdraw(short amount) {
            if (amount <= 0 || amount > balance) return;
            withdrawn += amount;
            // The balance goes down by the first amount only.
            if (withdrawn == amount) balance -= amount;
            assert balance >= 0;
            assert withdrawn <= balance + amount : "twice";
        }
    }

    //@ Full 3: java.lang.ArrayIndexOutOfBoundsException after new Sequences$Full, push, push, push
    public static class Full {
        private final int[] elements = new int[2];
        private int size;

        public void push(int element) {
            elements[size++] = element;
        }

        public int size() {
            return size;
        }

        public boolean isEmpty() {
            return size == 0;
        }
    }

    //@ Bounded 3: verified
    public static class Bounded {
        private final int[] elements = new int[2];
        private int size;

        public boolean push(int element) {
            if (size == elements.length) return false;
            elements[size++] = element;
            return true;
        }

        public int pop() {
            return size == 0 ? 0 : elements[--size];
        }

        public int size() {
            return size;
        }
    }

    //@ Empty 1: java.util.NoSuchElementException after new Sequences$Empty, take
    public static class Empty {
        private final Deque<Integer> elements = new ArrayDeque<>();

        public void put(int element) {
            elements.add(1);
        }

        public int take() {
            return elements.remove();
        }
    }

    //@ Range 1: java.lang.AssertionError after new Sequences$Range, width
    public static class Range {
        private final int low;
        private final int high;

        public Range(int low, int high) {
            this.low = Math.min(low, high);
            this.high = Math.max(low, high);
        }

        public int width() {
            int width = high - low;
            assert width >= 0;
            return width;
        }
    }

    //@ Ratio 1: java.lang.ArithmeticException after new Sequences$Ratio
    public static class Ratio {
        private final int quotient;

        public Ratio(int up, int down) {
            quotient = up / down;
        }

        public int quotient() {
            return quotient;
        }
    }

    //@ Declared 2: verified
    public static class Declared {
        private boolean open;

        public void open() throws IllegalStateException {
            if (open) throw new IllegalStateException("open");
            open = true;
        }

        public void close() throws IllegalStateException {
            if (!open) throw new IllegalStateException("closed");
            open = false;
        }
    }

    //@ Undeclared 2: java.lang.IllegalStateException after new Sequences$Undeclared, open, open
    public static class Undeclared {
        private boolean open;

        public void open() {
            if (open) throw new IllegalStateException("open");
            open = true;
        }

        public void close() throws IllegalStateException {
            if (!open) throw new IllegalStateException("closed");
            open = false;
        }
    }

    //@ Functions 2: java.lang.ArithmeticException after half
    public static class Functions {
        private Functions() {}

        public static int half(int x, int by) {
            return x / (by - 2);
        }

        public static int twice(int x) {
            return x + x;
        }
    }

    //@ Linked 2: java.lang.NullPointerException after new Sequences$Linked, add, last
    public static class Linked {
        static class Node {
            int value;
            Node next;
        }

        private Node head;

        public void add(Node node) {
            head = node;
        }

        public int last() {
            return head == null ? 0 : head.next.value;
        }
    }

    //@ Workers 1: java.lang.AssertionError after new Sequences$Workers, run
    public static class Workers {
        private int limit;
        private int done;

        public Workers(int limit) {
            this.limit = limit;
        }

        public void run() throws InterruptedException {
            Thread worker = new Thread(() -> {
                synchronized (this) {
                    done++;
                }
            });
            worker.start();
            synchronized (this) {
                assert limit != 7 || done == 0;
            }
            worker.join();
        }
    }

    /** No other class makes one. */
    public static class Single {
        private Single() {}

        public static Single get() {
            return new Single();
        }

        public int divided(int by) {
            return 1 / by;
        }
    }

    /** A compiler passes the enclosing instance, which is never null. */
    public class Inside {
        public int hash() {
            return Sequences.this.hashCode();
        }
    }

    /** Its methods `values` and `valueOf` are not written by anybody. */
    public enum Color {
        RED, GREEN;

        public static int divided(int by) {
            return by == 0 ? 0 : 1 / by;
        }
    }

    /** Nothing can be called but `main`. */
    static class Program {
        public static void main(String[] args) {
            throw new IllegalStateException();
        }
    }
}
