//@ cases
public class ArithmeticCases {
    static final int[] INTS = {Integer.MIN_VALUE, -65537, -32769, -129, -1, 0, 1, 127, 32768, 65536, Integer.MAX_VALUE};
    static final long[] LONGS = {Long.MIN_VALUE, -4294967297L, -2147483649L, -1, 0, 1, 2147483648L, 4294967296L, Long.MAX_VALUE};
    static final float[] FLOATS = {Float.NEGATIVE_INFINITY, -Float.MAX_VALUE, -1.5f, -0.0f, 0.0f, Float.MIN_VALUE, 0.1f, 16777217f,
        Float.MAX_VALUE, Float.POSITIVE_INFINITY, Float.NaN};
    static final double[] DOUBLES = {Double.NEGATIVE_INFINITY, -Double.MAX_VALUE, -2.5, -0.0, 0.0, Double.MIN_VALUE, 0.1, 9007199254740993.0,
        4.9e9, Double.MAX_VALUE, Double.POSITIVE_INFINITY, Double.NaN};

    public static void main(String[] args) throws Exception {
        Cases.run(ArithmeticCases.class);
    }

    private static int i(int i) {
        return i;
    }

    static void intAddSubMul() {
        for (int a : INTS) for (int b : INTS) Cases.show(a + b, a - b, a * b);
    }

    static void intDivRem() {
        for (int a : INTS) for (int b : INTS) Cases.attempt(() -> a / b + "," + a % b);
    }

    static void intNegAndNot() {
        for (int a : INTS) Cases.show(-a, ~a, +a);
    }

    static void intLogic() {
        for (int a : INTS) for (int b : INTS) Cases.show(a & b, a | b, a ^ b);
    }

    static void intShifts() {
        for (int a : INTS) for (int s = -33; s <= 64; s += 16) Cases.show(a << s, a >> s, a >>> s, a << (long) s);
    }

    static void intIncrements() {
        int x = Integer.MAX_VALUE;
        x++;
        x += 127;
        x -= 128;
        x += 32767;
        x -= 32768;
        x += 32768;
        Cases.show(x, x++, ++x, x--, --x);
    }

    static void compoundAssignmentsNarrow() {
        byte b = 127;
        b += 1;
        short s = -32768;
        s -= 1;
        char c = 0;
        c -= 1;
        int n = 7;
        n *= 1.5;
        n /= 0.3f;
        long l = 3;
        l <<= 65;
        b >>>= 1;
        c >>= 3;
        Cases.show(b, s, (int) c, n, l);
    }

    static void intConversions() {
        for (int a : INTS) Cases.show((byte) a, (short) a, (int) (char) a, (long) a, (float) a, (double) a);
    }

    static void longAddSubMul() {
        for (long a : LONGS) for (long b : LONGS) Cases.show(a + b, a - b, a * b);
    }

    static void longDivRem() {
        for (long a : LONGS) for (long b : LONGS) Cases.attempt(() -> a / b + "," + a % b);
    }

    static void longLogic() {
        for (long a : LONGS) for (long b : LONGS) Cases.show(a & b, a | b, a ^ b, -a, ~a);
    }

    static void longShifts() {
        for (long a : LONGS) for (int s = -65; s <= 130; s += 13) Cases.show(a << s, a >> s, a >>> s);
    }

    static void longConversions() {
        for (long a : LONGS) Cases.show((byte) a, (short) a, (int) (char) a, (int) a, (float) a, (double) a);
    }

    static void longComparisons() {
        for (long a : LONGS) for (long b : LONGS) Cases.show(a < b, a <= b, a == b, a != b, a >= b, a > b, Long.compareUnsigned(a, b));
    }

    static void floatArithmetic() {
        for (float a : FLOATS) for (float b : FLOATS) Cases.show(a + b, a - b, a * b, a / b, a % b);
    }

    static void floatConversions() {
        for (float a : FLOATS) Cases.show((byte) a, (short) a, (int) (char) a, (int) a, (long) a, (double) a, Float.floatToIntBits(-a));
    }

    static void floatComparisons() {
        for (float a : FLOATS) for (float b : FLOATS) Cases.show(a < b, a <= b, a == b, a != b, a >= b, a > b, Float.compare(a, b));
    }

    static void negatedFloatConditions() {
        int held = 0;
        for (double a : DOUBLES) for (double b : DOUBLES) {
            if (!(a < b)) held += 1;
            if (!(a >= b)) held += 1000;
            if (!(a > b) && !(a <= b)) held += 1000000;
        }
        Cases.show(held);
    }

    static void doubleArithmetic() {
        for (double a : DOUBLES) for (double b : DOUBLES) Cases.show(a + b, a - b, a * b, a / b, a % b);
    }

    static void doubleConversions() {
        for (double a : DOUBLES) Cases.show((byte) a, (short) a, (int) (char) a, (int) a, (long) a, (float) a, Double.doubleToLongBits(-a));
    }

    static void doubleComparisons() {
        for (double a : DOUBLES) for (double b : DOUBLES) Cases.show(a < b, a <= b, a == b, a != b, a >= b, a > b, Double.compare(a, b));
    }

    static void floatIncrements() {
        float f = 16777216f;
        f++;
        double d = 9007199254740992.0;
        d++;
        d += 2;
        f--;
        Cases.show(f, d, f++ + ++f, d-- - --d);
    }

    static void rounding() {
        for (double a : new double[] {0.5, 1.5, 2.5, -0.5, -1.5, 0.49999999999999994, 4503599627370497.5, -4503599627370495.5})
            Cases.show(Math.round(a), Math.rint(a), Math.floor(a), Math.ceil(a), Math.round((float) a), (int) a);
    }

    static void exactMethods() {
        Cases.attempt(() -> Math.addExact(Integer.MAX_VALUE, 1));
        Cases.attempt(() -> Math.multiplyExact(1L << 62, 2L));
        Cases.attempt(() -> Math.toIntExact(1L << 31));
        Cases.attempt(() -> Math.negateExact(Integer.MIN_VALUE));
        Cases.attempt(() -> Math.incrementExact(Long.MAX_VALUE));
        Cases.attempt(() -> Math.subtractExact(5, 7));
        Cases.show(Math.floorDiv(-7, 2), Math.floorMod(-7, 2), Math.floorDiv(7L, -2), Math.floorMod(7, -2), Math.abs(Integer.MIN_VALUE));
    }

    static void bitCounts() {
        for (int a : INTS) Cases.show(Integer.bitCount(a), Integer.numberOfLeadingZeros(a), Integer.numberOfTrailingZeros(a), Integer.reverse(a),
            Integer.reverseBytes(a), Integer.highestOneBit(a), Integer.rotateLeft(a, 7), Integer.signum(a));
        for (long a : LONGS) Cases.show(Long.bitCount(a), Long.numberOfLeadingZeros(a), Long.numberOfTrailingZeros(a), Long.reverse(a), Long.lowestOneBit(a));
    }

    static void unsignedArithmetic() {
        for (int a : INTS) for (int b : new int[] {1, 3, -1, Integer.MIN_VALUE})
            Cases.show(Integer.divideUnsigned(a, b), Integer.remainderUnsigned(a, b), Integer.toUnsignedString(a), Integer.compareUnsigned(a, b));
        for (long a : LONGS) Cases.show(Long.divideUnsigned(a, 10), Long.remainderUnsigned(a, -3), Long.toUnsignedString(a, 16));
    }

    static void bitsOfFloats() {
        for (float f : FLOATS) Cases.show(Float.floatToRawIntBits(f), Math.ulp(f), Math.getExponent(f), Math.nextUp(f), Float.toHexString(f));
        for (double d : DOUBLES) Cases.show(Double.doubleToRawLongBits(d), Math.ulp(d), Math.getExponent(d), Math.nextDown(d), Double.toHexString(d));
    }

    static void functionsOfDoubles() {
        for (double d : DOUBLES) Cases.show(Math.sqrt(d), (float) Math.cbrt(d), Math.signum(d), Math.abs(d), Math.max(d, 0.0), Math.min(d, -0.0));
        for (double d : new double[] {0, 0.5, 1, 2, -1, 10}) Cases.show(StrictMath.sin(d), (float) StrictMath.exp(d), StrictMath.log(d), StrictMath.atan2(d, 2), (float) StrictMath.pow(d, 3.5));
    }

    static void fusedAndScaled() {
        Cases.show(Math.scalb(1.5, 1025), Math.scalb(3f, -151), Math.hypot(3, 4), Math.IEEEremainder(5.5, 2), Math.copySign(3.0, -0.0), Math.toRadians(180));
    }

    static void mixedPromotions() {
        byte b = -1;
        char c = 65535;
        short s = -2;
        long l = 1L << 40;
        float f = 1e10f;
        Cases.show(b + c, b * s, c + l, l * f, f + 1.0, (b & 0xff) + s, 'a' + 1, (char) ('a' + 1), b == c, c > s, 1 / 2 + 1 / 2.0);
    }

    static void conditionalTypes() {
        boolean yes = i(1) == 1;
        Object o = yes ? 1 : 2.0;
        Object p = yes ? (Integer) 1 : (Object) "x";
        char c = 'x';
        int n = 0;
        Object q = yes ? c : n;
        Object r = yes ? c : 0;
        Cases.show(o, p, q, r, yes ? null : 0);
    }

    static void constantsFoldedAndNot() {
        final int folded = 1 << 31 >> 31;
        Cases.show(folded, i(1) << i(31) >> i(31), 0x1p-1074, 0xFFFF_FFFF, 0b1010, 017, 1_000_000L, 'A' + 0, "" + 1 + 2, 1 + 2 + "");
    }

    static void evaluationOrder() {
        int n = 1;
        int r = n++ + n++ * --n - (n = 5) + n;
        int[] a = {0, 0, 0};
        int k = 0;
        a[k++] = k++ + k;
        a[k] = k = 1;
        Cases.show(n, r, a[0], a[1], a[2], k);
    }
}
