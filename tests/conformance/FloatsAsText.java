public class FloatsAsText {
    public static void main(String[] args) {
        double[] doubles = {0, 1, -1, 0.1, 0.2 + 0.1, 100, 1e7, 9999999, 12345678.9, 1e-3, 9.99e-4, 1e21, 1.0 / 3, Math.PI,
            123456789012345680.0, 5e-324, 1.7976931348623157e308, 2.2250738585072014E-308};
        for (double d : doubles) {
            System.out.println(d + " " + String.valueOf(-d) + " " + Double.toString(d).length());
        }
        float[] floats = {0, 1, 0.1f, 1e7f, 1e-3f, 3.3333333f, 16777216f, 1.4e-45f, 3.4028235e38f, 0.3f + 0.6f};
        for (float f : floats) {
            System.out.println(f + " " + (double) f + " " + new StringBuilder().append(-f));
        }
        System.out.println(Double.parseDouble("1.5e3") + Double.parseDouble(" -0.25 ") + Float.parseFloat("3.25f"));
        System.out.println(Double.parseDouble("1e-400") + " " + Double.parseDouble("1e400") + " " + Double.valueOf("NaN"));
        try {
            Double.parseDouble("one");
        } catch (NumberFormatException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(Double.doubleToLongBits(-0.0) + " " + Float.floatToIntBits(1f) + " " + Double.longBitsToDouble(0x4000000000000000L));
    }
}
