import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Objects;
import java.util.PriorityQueue;

/**
 * Methods of the JDK as their documentation describes them. Each says of itself what is found: that it is verified for all inputs, what it throws for
 * some, with {@code incomplete} where not everything else is explored, or why nothing is found and not everything is explored.
 */
public class JdkMethods {
    /** Objects in collections: an {@code Integer} would be one of a cache for some inputs. */
    static class Item implements Comparable<Item> {
        final int priority;

        Item(int priority) {
            this.priority = priority;
        }

        @Override
        public int compareTo(Item other) {
            return Integer.compare(priority, other.priority);
        }
    }

    //@ floorMod: incomplete: the solver could not decide
    static void floorMod(int x, int y) {
        if (y != 0) {
            int modulus = Math.floorMod(x, y);
            assert modulus == 0 || modulus < 0 == y < 0;
        }
    }

    //@ floorModOfBytes: verified
    static void floorModOfBytes(byte x, byte y) {
        if (y != 0) {
            int modulus = Math.floorMod(x, y);
            assert modulus == 0 || modulus < 0 == y < 0;
            assert Math.abs(modulus) < Math.abs(y);
        }
    }

    //@ floorModOfZero: java.lang.ArithmeticException
    static int floorModOfZero(int x, int y) {
        return Math.floorMod(x, y);
    }

    //@ floorDiv: verified
    static void floorDiv(byte x, byte y) {
        if (y != 0) {
            assert Math.floorDiv(x, y) * y + Math.floorMod(x, y) == x;
        }
    }

    //@ floorDivRounds: java.lang.AssertionError
    static void floorDivRounds(int x) {
        assert Math.floorDiv(x, 4) == x / 4;
    }

    //@ addExact: verified
    static void addExact(int x, int y) {
        long sum = (long) x + y;
        try {
            assert Math.addExact(x, y) == sum;
        } catch (ArithmeticException e) {
            assert sum != (int) sum;
        }
    }

    //@ multiplyExact: verified
    static void multiplyExact(int x) {
        long product = x * 7L;
        try {
            assert Math.multiplyExact(x, 7) == product;
        } catch (ArithmeticException e) {
            assert product != (int) product;
        }
    }

    //@ negateExact: java.lang.ArithmeticException
    static long negateExact(long x) {
        return Math.negateExact(x);
    }

    //@ toIntExact: verified
    static void toIntExact(long x) {
        if (x >= Integer.MIN_VALUE && x <= Integer.MAX_VALUE) {
            assert Math.toIntExact(x) == x;
        }
    }

    //@ parseInt: verified
    static void parseInt(char sign, char tens, char units) {
        if (sign > 127 || tens > 127 || units > 127) {
            return;
        }
        String text = new String(new char[] {sign, tens, units});
        boolean isSign = sign == '-' || sign == '+';
        boolean isNumber = (isSign || isDecimal(sign)) && isDecimal(tens) && isDecimal(units);
        try {
            int value = Integer.parseInt(text);
            assert isNumber;
            int amount = 10 * (tens - '0') + units - '0';
            assert value == (sign == '-' ? -amount : isSign ? amount : 100 * (sign - '0') + amount);
        } catch (NumberFormatException e) {
            assert !isNumber;
        }
    }

    private static boolean isDecimal(char c) {
        return c >= '0' && c <= '9';
    }

    //@ parseIntOfDigits: java.lang.NumberFormatException
    static int parseIntOfDigits(char first, char second) {
        if (first < '0' || first > ':' || second < '0' || second > '9') {
            return 0;
        }
        return Integer.parseInt("" + first + second);
    }

    //@ textOfInt: verified
    static void textOfInt(byte x) {
        assert Integer.parseInt(Integer.toString(x)) == x;
    }

    //@ lengthOfText: java.lang.AssertionError
    static void lengthOfText(int x) {
        if (x >= -1000 && x < 1000) {
            assert Integer.toString(x).length() <= 4;
        }
    }

    //@ reverse: verified
    static void reverse(int x) {
        assert Integer.reverse(Integer.reverse(x)) == x;
    }

    //@ bitCount: verified
    static void bitCount(int x) {
        int bits = Integer.bitCount(x);
        assert bits >= 0 && bits <= 32;
        assert x == 0 || Integer.bitCount(x & x - 1) == bits - 1;
    }

    //@ highestOneBit: verified
    static void highestOneBit(int x) {
        int bit = Integer.highestOneBit(x);
        assert (bit & bit - 1) == 0 && (x & bit) == bit;
        assert x <= 0 || bit <= x && x - bit < bit;
    }

    //@ highestOneBitIsPositive: java.lang.AssertionError
    static void highestOneBitIsPositive(int x) {
        assert Integer.highestOneBit(x) >= 0;
    }

    //@ trailingZeros: verified
    static void trailingZeros(long x) {
        int zeros = Long.numberOfTrailingZeros(x);
        assert x == 0 ? zeros == 64 : (x >>> zeros & 1) == 1 && x >>> zeros << zeros == x;
    }

    //@ isDigit: incomplete: the index of an array
    static void isDigit(char c) {
        assert Character.isDigit(c) == (c >= '0' && c <= '9');
    }

    //@ isDigitOfAscii: verified
    static void isDigitOfAscii(char c) {
        if (c < 128) {
            assert Character.isDigit(c) == (c >= '0' && c <= '9');
        }
    }

    //@ digit: verified
    static void digit(char c) {
        if (c < 128) {
            int digit = Character.digit(c, 16);
            assert digit >= -1 && digit < 16;
            assert digit < 0 || Character.toLowerCase(c) == Character.forDigit(digit, 16);
        }
    }

    /** As it was until 2006: the middle of two great indices is negative. Here each element is its own index. */
    //@ oldBinarySearch: java.lang.ArrayIndexOutOfBoundsException
    static int oldBinarySearch(int from, int to, int key) {
        if (from < 0 || to < from || to - from > 4) {
            return -1;
        }
        int low = from;
        int high = to;
        while (low <= high) {
            int middle = (low + high) / 2;
            if (middle < 0) {
                throw new ArrayIndexOutOfBoundsException();
            }
            if (middle < key) {
                low = middle + 1;
            } else if (middle > key) {
                high = middle - 1;
            } else {
                return middle;
            }
        }
        return -(low + 1);
    }

    //@ binarySearch: verified
    static void binarySearch(int first, int second, int third, int key) {
        if (first <= second && second <= third) {
            int[] sorted = {first, second, third};
            int at = Arrays.binarySearch(sorted, key);
            boolean isThere = key == first || key == second || key == third;
            assert at >= 0 == isThere;
            assert at < 0 ? at == -3 || isInserted(sorted, -(at + 1), key) : sorted[at] == key;
        }
    }

    private static boolean isInserted(int[] sorted, int at, int key) {
        return (at == 0 || sorted[at - 1] < key) && (at == sorted.length || sorted[at] > key);
    }

    //@ sort: verified
    static void sort(int a, int b, int c) {
        int[] all = {a, b, c};
        Arrays.sort(all);
        assert all[0] <= all[1] && all[1] <= all[2];
        assert all[0] == Math.min(a, Math.min(b, c)) && all[2] == Math.max(a, Math.max(b, c));
    }

    //@ arrayDeque: verified
    static void arrayDeque(int first, int second, boolean atFront) {
        ArrayDeque<Item> queue = new ArrayDeque<>();
        queue.addLast(new Item(first));
        if (atFront) {
            queue.addFirst(new Item(second));
        } else {
            queue.addLast(new Item(second));
        }
        assert queue.peekFirst().priority == (atFront ? second : first);
        assert queue.pollLast().priority == (atFront ? first : second);
        assert queue.size() == 1;
    }

    //@ arrayDequeOfIntegers: verified
    static void arrayDequeOfIntegers(int first, int second) {
        if (first > 127 && second > 127) {
            ArrayDeque<Integer> stack = new ArrayDeque<>();
            stack.push(first);
            stack.push(second);
            assert stack.pop() == second;
            assert stack.pop() == first;
        }
    }

    //@ emptyArrayDeque: java.util.NoSuchElementException
    static int emptyArrayDeque(int pushed) {
        ArrayDeque<Item> stack = new ArrayDeque<>();
        if (pushed != 4711) {
            stack.push(new Item(pushed));
        }
        return stack.pop().priority;
    }

    /** {@code siftUp} as the queue grows, {@code siftDown} as it shrinks. */
    //@ priorityQueue: verified
    static void priorityQueue(int a, int b, int c) {
        PriorityQueue<Item> queue = new PriorityQueue<>();
        queue.add(new Item(a));
        queue.add(new Item(b));
        queue.add(new Item(c));
        int first = queue.poll().priority;
        int second = queue.poll().priority;
        assert first == Math.min(a, Math.min(b, c));
        assert first <= second && second <= queue.poll().priority;
    }

    //@ priorityQueueIsNoQueue: java.lang.AssertionError
    static void priorityQueueIsNoQueue(int a, int b) {
        PriorityQueue<Item> queue = new PriorityQueue<>();
        queue.add(new Item(a));
        queue.add(new Item(b));
        assert queue.poll().priority == a;
    }

    //@ indexOf: verified
    static void indexOf(char c) {
        String text = "banana";
        int at = text.indexOf(c);
        assert at < 0 ? c != 'b' && c != 'a' && c != 'n' : text.charAt(at) == c;
        assert at <= text.lastIndexOf(c);
    }

    /** The message of the exception has the index in it: each length of that number is a path, and hard for a solver. */
    //@ charAt: java.lang.StringIndexOutOfBoundsException, incomplete
    static char charAt(int at) {
        return at < 0 ? '-' : "text".charAt(at);
    }

    //@ compareLongs: verified
    static void compareLongs(long x, long y) {
        int sign = Long.compare(x, y);
        assert sign < 0 == x < y && sign > 0 == x > y;
        assert Integer.signum(Long.compare(y, x)) == -sign;
    }

    //@ compareUnsigned: verified
    static void compareUnsigned(int x, int y) {
        int sign = Integer.compareUnsigned(x, y);
        assert sign == Long.compare(Integer.toUnsignedLong(x), Integer.toUnsignedLong(y));
    }

    //@ compareUnsignedIsOther: java.lang.AssertionError
    static void compareUnsignedIsOther(int x, int y) {
        assert Integer.compareUnsigned(x, y) == Integer.compare(x, y);
    }

    //@ bitSet: verified
    static void bitSet(int bit, int other) {
        if (bit >= 0 && bit < 128 && other >= 0 && other < 128) {
            BitSet set = new BitSet();
            set.set(bit);
            assert set.get(bit);
            assert set.get(other) == (bit == other);
            assert set.length() == bit + 1;
        }
    }

    //@ bitSetOfNegative: java.lang.IndexOutOfBoundsException, incomplete
    static boolean bitSetOfNegative(int bit) {
        return new BitSet(64).get(bit);
    }

    //@ checkIndex: incomplete: the solver could not decide
    static void checkIndex(int at, int length) {
        try {
            assert Objects.checkIndex(at, length) == at;
            assert 0 <= at && at < length;
        } catch (IndexOutOfBoundsException e) {
            assert at < 0 || at >= length;
        }
    }

    //@ reversedText: verified
    static void reversedText(char first, char second) {
        if (!Character.isSurrogate(first) && !Character.isSurrogate(second)) {
            String text = new StringBuilder().append(first).append(second).reverse().toString();
            assert text.charAt(0) == second && text.charAt(1) == first;
        }
    }

    //@ upperCase: java.lang.AssertionError, incomplete
    static void upperCase(char c) {
        assert Character.toLowerCase(Character.toUpperCase(c)) == Character.toLowerCase(c);
    }

    //@ rotate: verified
    static void rotate(int x, int distance) {
        assert Integer.rotateRight(Integer.rotateLeft(x, distance), distance) == x;
    }
}
