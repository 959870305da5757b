/** Methods on floating-point numbers: each says of itself what it throws for some inputs, or that it throws for none. */
public class FloatingPoint {
    static class Point {
        float x;
        double y;
    }

    //@ equal: java.lang.AssertionError
    static void equal(double x) {
        assert x == x;
    }

    //@ equalNumbers: verified
    static void equalNumbers(double x) {
        assert x == x || Double.isNaN(x);
    }

    //@ ordered: java.lang.AssertionError
    static void ordered(float x, float y) {
        assert x < y || x >= y;
    }

    //@ orderedNumbers: verified
    static void orderedNumbers(float x, float y) {
        if (!Float.isNaN(x) && !Float.isNaN(y)) {
            assert x < y || x == y || x > y;
        }
    }

    //@ zero: java.lang.AssertionError
    static void zero(double x) {
        if (x == 0.0) {
            assert Double.doubleToRawLongBits(x) == 0;
        }
    }

    //@ zeros: verified
    static void zeros(double x) {
        if (x == 0.0) {
            assert Double.doubleToLongBits(x) << 1 == 0 && x + 0.0 == 0 && !(x < 0);
        }
    }

    //@ absorbed: java.lang.AssertionError
    static void absorbed(float x) {
        if (x > 0 && x < Float.POSITIVE_INFINITY) {
            assert x + 1 != x;
        }
    }

    //@ notAbsorbed: verified
    static void notAbsorbed(float x) {
        if (x >= 0 && x < 1e6f) {
            assert x + 1 > x;
        }
    }

    //@ roundTrip: java.lang.AssertionError
    static void roundTrip(int n) {
        assert (int) (float) n == n;
    }

    //@ roundTripOfDouble: verified
    static void roundTripOfDouble(int n) {
        assert (int) (double) n == n;
    }

    //@ roundTripOfLong: java.lang.AssertionError
    static void roundTripOfLong(long n) {
        if (n > 0 && n < Long.MAX_VALUE / 2) {
            assert (long) (double) n == n;
        }
    }

    //@ saturates: java.lang.AssertionError
    static int saturates(double x) {
        int next = (int) x + 1;
        if (x > 0) {
            assert next > 0;
        }
        return next;
    }

    //@ truncated: verified
    static int truncated(float x) {
        int n = (int) x;
        if (x >= 0 && x < 100) {
            assert n >= 0 && n < 100;
        }
        return n;
    }

    //@ narrowed: java.lang.AssertionError
    static void narrowed(double x) {
        if (x > 0 && x < 1) {
            assert (float) x == x;
        }
    }

    //@ widened: verified
    static void widened(float x) {
        assert (float) (double) x == x || x != x;
    }

    //@ sum: java.lang.AssertionError
    static void sum(float a, float b) {
        if (a >= 0 && a < 10 && b >= 0 && b < 10) {
            assert a + b + 0.25f == a + (b + 0.25f);
        }
    }

    //@ sumOfTwo: verified
    static void sumOfTwo(float a, float b) {
        assert a + b == b + a || Float.isNaN(a + b);
    }

    //@ clamp: java.lang.AssertionError
    static double clamp(double x) {
        double clamped = x < 0.5 ? 0.5 : x > 1.5 ? 1.5 : x;
        assert clamped >= 0.5 && clamped <= 1.5;
        return clamped;
    }

    //@ clampNumbers: verified
    static double clampNumbers(double x) {
        double clamped = !(x >= 0.5) ? 0.5 : x > 1.5 ? 1.5 : x;
        assert clamped >= 0.5 && clamped <= 1.5;
        return clamped;
    }

    //@ average: java.lang.AssertionError
    static double average(double a, double b) {
        double average = (a + b) * 0.5;
        if (0 <= a && a <= b && b <= Double.MAX_VALUE) {
            assert average <= b;
        }
        return average;
    }

    //@ averageOfSmall: verified
    static float averageOfSmall(float a, float b) {
        float average = (a + b) * 0.5f;
        if (0 <= a && a <= b && b < 1e10f) {
            assert average <= b;
        }
        return average;
    }

    //@ half: java.lang.AssertionError
    static float half(float x) {
        float half = x / 2;
        if (x > 0) {
            assert half < x && half > 0;
        }
        return half;
    }

    //@ compared: java.lang.AssertionError
    static void compared(double x, double y) {
        if (Double.compare(x, y) == 0) {
            assert x == y;
        }
    }

    //@ comparedInOrder: verified
    static void comparedInOrder(double x, double y) {
        if (Double.compare(x, y) < 0) {
            assert !(x > y);
        }
    }

    //@ absolute: java.lang.AssertionError
    static void absolute(float x) {
        assert Math.abs(x) >= 0;
    }

    //@ absoluteNumbers: verified
    static void absoluteNumbers(float x) {
        float size = Math.abs(x);
        assert x != x || size >= 0 && (size == x || size == -x) && 1 / size >= 0;
    }

    //@ greatest: java.lang.AssertionError
    static void greatest(double x, double y) {
        double greatest = Math.max(x, y);
        assert greatest == x || greatest == y;
    }

    //@ least: verified
    static void least(double x, double y) {
        double least = Math.min(x, y);
        assert !(least > x) && !(least > y);
    }

    //@ rounded: java.lang.AssertionError
    static void rounded(float x) {
        if (x > -100 && x < 0) {
            assert Math.round(x) == (int) (x - 0.5f);
        }
    }

    //@ roundedUp: verified
    static void roundedUp(float x) {
        if (x >= 1 && x < 8) {
            int n = Math.round(x);
            assert n >= x - 0.5f && n <= x + 0.5f;
        }
    }

    //@ floor: java.lang.AssertionError
    static void floor(double x) {
        if (x > -4 && x < 4) {
            assert Math.floor(x) == (int) x;
        }
    }

    //@ floorBelow: verified
    static void floorBelow(double x) {
        if (x > -2 && x < 2) {
            assert Math.floor(x) <= x;
        }
    }

    //@ root: java.lang.AssertionError
    static void root(double x) {
        if (x >= 1 && x < 4) {
            double root = Math.sqrt(x);
            assert root * root == x;
        }
    }

    //@ rootOfNegative: verified
    static void rootOfNegative(double x) {
        if (x < 0) {
            assert Double.isNaN(Math.sqrt(x));
        }
    }

    //@ pattern: java.lang.IllegalStateException
    static void pattern(float x) {
        if (Float.floatToIntBits(x) == 0x40490fdb) {
            throw new IllegalStateException("pi");
        }
    }

    //@ payload: java.lang.IllegalStateException
    static void payload(int n) {
        float x = Float.intBitsToFloat(n);
        if (x != x && Float.floatToRawIntBits(x) == 0x7fc00815) {
            throw new IllegalStateException("a NaN that is not the usual one");
        }
    }

    //@ payloadOfInput: verified
    static void payloadOfInput(float x) {
        assert x == x || Float.floatToRawIntBits(x) == 0x7fc00000;
    }

    //@ element: java.lang.IllegalStateException
    static void element(int at, double x) {
        double[] all = {1, x, 3};
        if (at >= 0 && at < 3 && all[at] == 2.25) {
            throw new IllegalStateException();
        }
    }

    //@ elements: verified
    static float elements(int at, float x) {
        float[] all = {1, 2, 4, 8};
        if (at < 0 || at > 3 || x != x) {
            return 0;
        }
        all[1] = x;
        assert all[at] == x || all[at] >= 1;
        return all[at];
    }

    //@ boxed: java.lang.IllegalStateException
    static void boxed(Double x, Float y) {
        if (x != null && y != null && x < y && y < 0.001f && x > 0) {
            throw new IllegalStateException();
        }
    }

    //@ switched: java.lang.ArithmeticException
    static int switched(double price) {
        switch ((int) (price * 100)) {
            case 1999:
                return 1;
            case 2001:
                return 1 / (int) (price - 20);
            default:
                return 0;
        }
    }
}
