/** Methods of which not everything can be explored: each says of itself why. */
public class Limited {
    //@ length: the length of an array
    static int length(int n) {
        return n < 0 || n > 5000 ? 0 : new int[n].length;
    }

    //@ loop: a path was cut off
    static int loop(int n) {
        int rounds = 0;
        while (rounds < n) {
            rounds++;
        }
        return rounds;
    }

    //@ floating: the remainder of floating-point numbers
    static boolean floating(double x) {
        return x % 3 > 0.5;
    }

    //@ hard: the solver could not decide
    static void hard(long x, long y) {
        if (x > 1 && y > 1 && x < 1L << 31 && y < 1L << 31) {
            assert x * y != 20127115513867L;
        }
    }

    //@ logarithm: which runs no bytecode
    static int logarithm(double x) {
        return StrictMath.log10(x) > 1 ? 1 : 0;
    }

    //@ caught: the message of an exception
    static boolean caught(int at) {
        try {
            int[] two = {1, 2};
            return two[at] == 0;
        } catch (ArrayIndexOutOfBoundsException e) {
            return e.getMessage().contains("4711");
        }
    }
}
