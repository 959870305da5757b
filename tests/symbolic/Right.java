/** Methods that fail for no inputs, each next to one that does. */
public class Right {
    private int balance;
    static int last;

    static int add(int x, int y) {
        if (x > 0 && y > 0) {
            long sum = (long) x + y;
            assert sum > 0;
            return (int) Math.min(sum, Integer.MAX_VALUE);
        }
        return 0;
    }

    static int absolute(int x) {
        int size = x == Integer.MIN_VALUE ? Integer.MAX_VALUE : Math.abs(x);
        assert size >= 0;
        return size;
    }

    static int middle(int low, int high) {
        if (0 <= low && low <= high) {
            int middle = low + high >>> 1;
            assert low <= middle && middle <= high;
            return middle;
        }
        return -1;
    }

    static int divide(int x, int y) {
        return y == 0 ? 0 : x / y;
    }

    static int bounds(int at) {
        int[] primes = {2, 3, 5, 7};
        if (at < 0 || at >= primes.length) {
            return 0;
        }
        assert primes[at] > 1;
        return primes[at];
    }

    static int absent(boolean closed, short till) {
        String name = closed && till == -300 ? null : "open";
        return name == null ? 0 : name.length();
    }

    static int day(int n) {
        switch (n) {
            case 1:
                return 10;
            case 2:
                return 20;
            case 7:
                return 5 / (n - 6);
            default:
                assert n != 1 && n != 2 && n != 7;
                return 0;
        }
    }

    static int sum(int n) {
        if (n < 0 || n > 8) {
            return 0;
        }
        int sum = 0;
        for (int i = 0; i <= n; i++) {
            sum += i;
        }
        assert sum == n * (n + 1) / 2;
        return sum;
    }

    int deposit(int amount) {
        if (amount <= 0 || amount > 1_000_000) {
            return balance;
        }
        balance += amount;
        balance += amount;
        assert balance == 2 * amount;
        return balance;
    }

    static int compare(long x, long y) {
        int sign = Long.compare(x, y);
        assert sign == 0 == (x == y);
        last = sign;
        if (last > 0) {
            assert x > y;
        }
        return last;
    }

    static void narrowed(int value) {
        byte small = (byte) value;
        if (value > -100 && value < 100) {
            assert small == value;
        }
    }

    static void sorted(int a, int b, int c) {
        int[] all = {a, b, c};
        for (int end = 2; end > 0; end--) {
            for (int i = 0; i < end; i++) {
                if (all[i] > all[i + 1]) {
                    int other = all[i];
                    all[i] = all[i + 1];
                    all[i + 1] = other;
                }
            }
        }
        assert all[0] <= all[1] && all[1] <= all[2];
    }

    static int floor(int x) {
        int floor = Math.floorMod(x, 8);
        assert floor >= 0 && floor < 8;
        return floor;
    }

    static void checked(int x) throws java.io.IOException {
        if (x == 77) {
            throw new java.io.FileNotFoundException();
        }
    }

    static int copied(byte first) {
        byte[] from = {first, 2};
        byte[] to = new byte[3];
        System.arraycopy(from, 0, to, 1, 2);
        assert to[0] == 0 && to[1] == first && to[2] == 2;
        return to.clone()[1] < 0 ? -1 : 1;
    }

    static int compareInts(int x, int y) {
        int sign = Integer.compare(x, y);
        assert sign < 0 == x < y;
        return sign;
    }

    static boolean powerOfTwo(int x) {
        boolean hasOneBit = x != 0 && (x & x - 1) == 0;
        assert !hasOneBit || Integer.bitCount(x) == 1;
        return hasOneBit;
    }

    static int digit(char c) {
        int[] segments = {6, 2, 5, 5, 4, 5, 6, 3, 7, 6};
        if (c < '0' || c > '9') {
            return -1;
        }
        return segments[c - '0'];
    }

    static int port(byte high, byte low) {
        int port = (high & 0xff) << 8 | low & 0xff;
        assert port >= 0 && port < 65536;
        return port;
    }

    static boolean leapYear(short year) {
        boolean isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        if (year > 1582 && isLeap && year % 100 == 0 && year % 400 != 0) {
            throw new IllegalStateException("no leap year: " + year);
        }
        return isLeap;
    }

    static int locked(int amount) {
        int total = 100;
        synchronized (Right.class) {
            if (amount > 0 && amount <= total) {
                total -= amount;
            }
        }
        assert total >= 0;
        return total;
    }

    static int average(int x, int y) {
        int average = (x & y) + ((x ^ y) >> 1);
        assert average == (int) ((long) x + y >> 1);
        return average;
    }

    static int letter(char c) {
        if (c >= 'a' && c <= 'z') {
            assert Character.toUpperCase(c) == (c ^ 0x20);
            return c - 'a';
        }
        return -1;
    }

    static boolean swap(int x, int y) {
        int first = x;
        int second = y;
        first ^= second;
        second ^= first;
        first ^= second;
        assert first == y && second == x;
        return first > second;
    }
}
