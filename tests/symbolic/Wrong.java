/** Methods that fail for some inputs: each says of itself which throwable that is. */
public class Wrong {
    private int balance;

    //@ add: java.lang.AssertionError
    static int add(int x, int y) {
        if (x > 0 && y > 0) {
            int sum = x + y;
            assert sum > 0;
            return sum;
        }
        return 0;
    }

    //@ absolute: java.lang.AssertionError
    static int absolute(int x) {
        int size = Math.abs(x);
        assert size >= 0;
        return size;
    }

    //@ middle: java.lang.AssertionError
    static int middle(int low, int high) {
        if (0 <= low && low <= high) {
            int middle = (low + high) / 2;
            assert low <= middle && middle <= high;
            return middle;
        }
        return -1;
    }

    //@ divide: java.lang.ArithmeticException
    static int divide(int x, int y) {
        return x / y;
    }

    //@ remainder: java.lang.ArithmeticException
    static long remainder(long x, byte y) {
        return x % (y - 5);
    }

    //@ offByOne: java.lang.ArrayIndexOutOfBoundsException
    static int offByOne(int at) {
        int[] primes = {2, 3, 5, 7};
        if (at < 0 || at > primes.length) {
            return 0;
        }
        return primes[at];
    }

    //@ absent: java.lang.NullPointerException
    static int absent(boolean closed, short till) {
        String name = closed && till == -300 ? null : "open";
        return name.length();
    }

    //@ swap: java.lang.AssertionError
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

    //@ day: java.lang.ArithmeticException
    // JaCoCo counts 3 of 4 branches, 4 of 5 lines: an exception
    static int day(int n) {
        switch (n) {
            case 1:
                return 10;
            case 2:
                return 20;
            case 7:
                return 5 / (n - 7);
            default:
                return 0;
        }
    }

    //@ rare: java.lang.IllegalStateException
    static int rare(long key) {
        switch ((int) (key >>> 32)) {
            case -1:
            case 1000:
                if ((key & 0xff) == 0x2a) {
                    throw new IllegalStateException("found " + (int) (key >>> 40));
                }
                return 1;
            default:
                return 2;
        }
    }

    //@ sum: java.lang.AssertionError
    static int sum(int n) {
        if (n < 0 || n > 8) {
            return 0;
        }
        int sum = 0;
        for (int i = 0; i <= n; i++) {
            sum += i;
        }
        assert sum != 28;
        return sum;
    }

    //@ letter: java.lang.IllegalArgumentException
    static boolean letter(char c) {
        if (c >= 'a' && c <= 'z' && (c ^ 0x20) == 'Q') {
            throw new IllegalArgumentException("no letter: " + c);
        }
        return c > 'm';
    }

    //@ deposit: java.lang.IllegalStateException
    int deposit(int amount) {
        if (amount <= 0) {
            return balance;
        }
        balance += amount;
        balance += amount;
        if (balance < 0) {
            throw new IllegalStateException();
        }
        return balance;
    }

    //@ negativeSize: java.lang.NegativeArraySizeException
    static int negativeSize(byte n) {
        return n > -90 ? 0 : new byte[n + 100].length;
    }

    //@ narrowed: java.lang.AssertionError
    static void narrowed(int value) {
        byte small = (byte) value;
        if (value > 200 && value < 300) {
            assert small == (value & 0xff);
        }
    }

    //@ sorted: java.lang.AssertionError
    static void sorted(int a, int b, int c) {
        int[] all = {a, b, c};
        if (all[0] > all[1]) {
            int other = all[0];
            all[0] = all[1];
            all[1] = other;
        }
        if (all[1] > all[2]) {
            int other = all[1];
            all[1] = all[2];
            all[2] = other;
        }
        assert all[0] <= all[1];
    }

    //@ product: java.lang.IllegalStateException
    static void product(int x) {
        if (x * 3 + 1 == 100) {
            throw new IllegalStateException();
        }
    }

    //@ checked: java.lang.AssertionError
    static void checked(int x) throws java.io.IOException {
        if (x == 77) {
            throw new java.io.FileNotFoundException();
        }
        assert x != 78;
    }

    //@ general: java.lang.NullPointerException
    static int general(int x) throws Exception {
        if (x == 5) {
            throw new Exception();
        }
        String name = x == 6 ? null : "";
        return name.length();
    }

    /** Wrong for two numbers whose difference is no int. */
    //@ compare: java.lang.AssertionError
    static int compare(int x, int y) {
        int sign = x - y;
        assert sign < 0 == x < y;
        return sign;
    }

    /** Zero has no bit. */
    //@ powerOfTwo: java.lang.AssertionError
    static boolean powerOfTwo(int x) {
        boolean hasOneBit = (x & x - 1) == 0;
        assert !hasOneBit || Integer.bitCount(x) == 1;
        return hasOneBit;
    }

    /** The colon follows the nine. */
    //@ digit: java.lang.ArrayIndexOutOfBoundsException
    static int digit(char c) {
        int[] segments = {6, 2, 5, 5, 4, 5, 6, 3, 7, 6};
        if (c < '0' || c > ':') {
            return -1;
        }
        return segments[c - '0'];
    }

    /** A byte has a sign. */
    //@ port: java.lang.AssertionError
    static int port(byte high, byte low) {
        int port = (high & 0xff) << 8 | low;
        assert port >= 0 && port < 65536;
        return port;
    }

    /** What four divides is no leap year if a hundred divides it and four hundred does not. */
    //@ leapYear: java.lang.IllegalStateException
    static boolean leapYear(short year) {
        boolean isLeap = year % 4 == 0;
        if (year > 1582 && isLeap && year % 100 == 0 && year % 400 != 0) {
            throw new IllegalStateException("no leap year: " + year);
        }
        return isLeap;
    }

    /** The lock is free again, and the total is not. */
    //@ locked: java.lang.AssertionError
    static int locked(int amount) {
        int total = 100;
        synchronized (Wrong.class) {
            if (amount > 0) {
                total -= amount;
            }
        }
        assert total >= 0;
        return total;
    }
}
