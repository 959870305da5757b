/** Methods with branches that no inputs take. The line of each ends in {@code // never}. */
public class Branches {
    static int total;

    static String grade(int points) {
        if (points >= 90) {
            return "A";
        }
        if (points > 95) { // never
            return "more than A";
        }
        return "B";
    }

    /** Compilers write the finally block twice, and one of both is never run. */
    static void inFinally(int x) {
        try {
            total = x;
        } finally {
            if (x > 3) {
                total = 3;
            }
        }
    }

    /** Of what no inputs reach only the way there is said. */
    static int nested(byte x) {
        if (x > 127) { // never
            if (x > 128) {
                return 2;
            }
        }
        return 1;
    }

    static int chosen(boolean x) {
        int key = x ? 1 : 2;
        switch (key) { // never
            case 1:
                return 10;
            case 2:
                return 20;
            default:
                return 30;
        }
    }

    static int checked(int x) {
        assert x == x;
        return x > 0 ? 1 : 0;
    }

    private static class Hidden {
        static int sign(int x) {
            return x < 0 ? -1 : 1;
        }
    }

    static class Single {
        private Single() {}

        int sign(int x) {
            return x < 0 ? -1 : 1;
        }
    }
}
