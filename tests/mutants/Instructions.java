/** Every kind of instruction that needs no class beside this one. Compiled for 8, so that its class file is also one of Java 6. */
class Instructions {
    private int number;
    private static long total;
    private Instructions next;

    static int integers() {
        int a = 7;
        int b = -3;
        int c = a * b + (a / 2) - (a % 3) ^ (a << 2) | (b >> 1) & (b >>> 28);
        byte narrow = (byte) c;
        char letter = (char) c;
        short small = (short) (c * 1000);
        for (int i = 0; i < 10; i++) {
            c += -i + narrow - letter + small;
        }
        return c;
    }

    static long longs() {
        long a = 7L;
        for (long b = 1; b < 100; b <<= 1) {
            a = a * b - (a / b) % 5 ^ (a >> 3) | (a >>> 60) & -b;
        }
        total += a;
        return total;
    }

    static double reals() {
        float a = 2.5f;
        double b = 1.5;
        while (b < 100 && a > -100f) {
            a = a * 1.5f - (float) b % 3f;
            b = b + a / 2 - (int) a + (long) b % 2;
        }
        return a == b ? -b : a;
    }

    static int arrays() {
        int[] ints = {3, 1, 2};
        long[] longs = new long[3];
        byte[] bytes = {1, 2, 3};
        char[] letters = {'a', 'b'};
        double[][] grid = new double[2][2];
        Object[] objects = {"a", ints, null};
        for (int i = 0; i < ints.length; i++) {
            longs[i] = ints[i] + bytes[i] + letters[i % 2];
            grid[i % 2][1] += longs[i]--;
        }
        return objects.length + (int) longs[2] + (int) grid[1][1] + (objects[1] instanceof int[] ? 1 : 0);
    }

    static int objects() {
        Instructions first = new Instructions();
        Instructions last = first;
        for (int i = 0; i < 3; i++) {
            last.next = new Instructions();
            last.number = i * 2;
            last = last.next;
        }
        int sum = 0;
        for (Instructions one = first; one != null; one = one.next) {
            sum += one.number++;
        }
        return sum;
    }

    static int switches(int which, String text) {
        switch (which) {
            case 0: return 1;
            case 1: return 2;
            case 2: which = 7; break;
            default: which = 9;
        }
        switch (which) {
            case 7: return 700;
            case 9_000: return 900;
            default: return "a".equals(text) ? 1 : -1;
        }
    }

    static int exceptions(int depth) {
        try {
            return 1 / depth;
        } catch (ArithmeticException | NullPointerException expected) {
            return expected.getMessage().length();
        } finally {
            total++;
        }
    }

    static Object monitors() {
        Object lock = new Object();
        synchronized (lock) {
            synchronized (Instructions.class) {
                total += lock.hashCode() == 0 ? 1 : 2;
            }
        }
        return lock;
    }

    static int recursion(int depth) {
        return depth > 5 ? depth : recursion(depth + 1) + Math.max(depth, 2);
    }

    public static void main(String[] arguments) {
        System.out.println(integers() + longs() + reals() + arrays() + objects());
        System.out.println(switches(2, "a") + exceptions(0) + monitors().toString().length() + recursion(0));
    }
}
