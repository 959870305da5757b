public class FloatToIntSaturates {
    public static void main(String[] args) {
        double[] doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 1e20, -1e20, 2147483647.5,
            -2147483648.9, 4294967296.0, 9.3e18, -9.3e18, 0.99, -0.99, -0.0, 1e-300};
        for (double d : doubles) {
            System.out.println((int) d + " " + (long) d + " " + (short) d + " " + (byte) d + " " + (int) (char) d + " " + (float) d);
        }
        float[] floats = {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, 3e9f, -3e9f, 1e19f, -1e19f, 16777217f, -0.5f};
        for (float f : floats) {
            System.out.println((int) f + " " + (long) f + " " + (byte) f + " " + (double) f);
        }
        System.out.println((float) Integer.MAX_VALUE + " " + (double) Long.MAX_VALUE + " " + (float) Long.MIN_VALUE);
        System.out.println((float) 16777217 + " " + (double) 9007199254740993L + " " + (float) 0.1);
        System.out.println((byte) 200 + " " + (short) 40000 + " " + (int) (char) -1 + " " + (int) 0x1_0000_0001L + " " + (byte) 'é');
    }
}
