import java.io.StringReader;

/**
 * Methods of which a compiler makes more branches and lines than they have. What is counted of each is what JaCoCo counts, but for those that say
 * why not.
 */
public class Covered {
    static int total;

    static int inFinally(int x) {
        total = 0;
        try {
            total = 10 / x;
        } finally {
            if (x > 3) {
                total++;
            }
        }
        return total;
    }

    static int severalWaysOut(int x) {
        try {
            if (x == 7) {
                return 70;
            }
            total = 10 / x;
        } catch (ArithmeticException e) {
            total = -1;
        } finally {
            if (x > 3 && x < 100) {
                total++;
            }
        }
        return total;
    }

    static int nestedFinally(byte x) {
        int rounds = 0;
        try {
            try {
                rounds = 10 / x;
            } finally {
                rounds += x > 2 ? 1 : 2;
            }
        } finally {
            for (int i = 0; i < x && i < 3; i++) {
                rounds++;
            }
        }
        return rounds;
    }

    static int outOfALoop(int x) {
        int rounds = 0;
        for (int i = 0; i < 4; i++) {
            try {
                if (i == x) {
                    break;
                }
                if (i == x - 1) {
                    continue;
                }
            } finally {
                rounds += i == 2 ? 10 : 1;
            }
            rounds++;
        }
        return rounds;
    }

    static int emptyCatch(int x) {
        int found = 0;
        try {
            found = 10 / x;
        } catch (ArithmeticException e) {
        } finally {
            if (found > 3) {
                found = 3;
            }
        }
        return found;
    }

    static int inSynchronized(int x) {
        synchronized (Covered.class) {
            if (x > 3) {
                return 1;
            }
            total = 2;
        }
        return total;
    }

    static int returnsInSynchronized(int x) {
        synchronized (Covered.class) {
            return x > 3 ? 1 : 2;
        }
    }

    static int onStrings(char c) {
        switch (String.valueOf(c)) {
            case "a":
                return 1;
            case "b":
            case "c":
                return 2;
            default:
                return 3;
        }
    }

    static int onStringsWithoutDefault(boolean small) {
        int size = 0;
        switch (small ? "Aa" : "BB") {
            case "Aa":
                size = 1;
                break;
            case "BB":
                size = 2;
                break;
        }
        return size;
    }

    static int onInts(int x) {
        switch (x) {
            case 1:
            case 2:
                return 12;
            case 1000:
                return x;
            default:
                return 0;
        }
    }

    static int onEnum(int x) {
        Thread.State state = x > 0 ? Thread.State.NEW : Thread.State.RUNNABLE;
        switch (state) {
            case NEW:
                return 1;
            case RUNNABLE:
                return 2;
            default:
                return 3;
        }
    }

    static int withAssertions(int x) {
        int half = x / 2;
        assert half <= x || x < 0 : "half of " + x;
        assert x > 0 || half <= 0;
        return half;
    }

    // JaCoCo counts 2 of 2 branches, 5 of 5 lines: a resource
    static int ofAResource(int x) throws Exception {
        int read = 0;
        try (StringReader reader = new StringReader("text")) {
            if (x > 3) {
                read = reader.read();
            }
        }
        return read;
    }

    // JaCoCo counts 4 of 4 branches, 5 of 5 lines: a resource
    static int ofOneOrNoResource(boolean isThere) throws Exception {
        int read = -1;
        try (StringReader reader = isThere ? new StringReader("text") : null) {
            if (reader != null) {
                read = reader.read();
            }
        }
        return read;
    }

    // JaCoCo counts 1 of 2 branches, 2 of 2 lines: ways that meet
    static int nothingToDo(int x) {
        if (x > 3) {
        }
        return x;
    }

    static boolean ternary(int x, boolean y) {
        boolean isEither = x > 3 ^ y;
        return isEither || x == -5 && !y;
    }

    static int loops(byte x) {
        int rounds = 0;
        do {
            rounds++;
        } while (rounds < x && rounds < 5);
        while (rounds > 3) {
            rounds -= 2;
        }
        outer:
        for (int i = 0; i < 2; i++) {
            for (int j = 0; j < 2; j++) {
                if (i + j == x) {
                    break outer;
                }
                rounds++;
            }
        }
        return rounds;
    }

    static int caught(int at) {
        int[] two = {1, 2};
        int found = -1;
        try {
            found = two[at];
            found++;
        } catch (ArrayIndexOutOfBoundsException | NullPointerException e) {
            found = -2;
        }
        return found;
    }

    // JaCoCo counts 1 of 2 branches, 3 of 5 lines: an exception
    static int thrown(int x) {
        int y = x;
        if (x == 3) {
            y = 10 / (x - 3);
            y++;
        }
        return y;
    }

    static int recursive(byte n) {
        if (n <= 0 || n > 5) {
            return 1;
        }
        return n * recursive((byte) (n - 1));
    }

    static int byLambda(int x) {
        java.util.function.IntUnaryOperator half = y -> y > 3 ? y / 2 : y;
        return half.applyAsInt(x) > 1 ? 1 : 0;
    }

    static int called(int x) {
        return sign(x) * 2;
    }

    private static int sign(int x) {
        return x < 0 ? -1 : 1;
    }
}
