public class ComparisonsWithNaN {
    static String compare(double a, double b) {
        return "" + (a < b) + (a <= b) + (a > b) + (a >= b) + (a == b) + (a != b) + !(a < b) + !(a > b);
    }

    static String compare(float a, float b) {
        return "" + (a < b) + (a <= b) + (a > b) + (a >= b) + (a == b) + (a != b) + !(a < b) + !(a > b);
    }

    public static void main(String[] args) {
        double[] doubles = {Double.NaN, Double.NEGATIVE_INFINITY, -1, -0.0, 0.0, Double.MIN_VALUE, Double.POSITIVE_INFINITY};
        float[] floats = {Float.NaN, Float.NEGATIVE_INFINITY, -1, -0f, 0f, Float.MIN_VALUE, Float.POSITIVE_INFINITY};
        for (double a : doubles) {
            for (double b : doubles) {
                System.out.println(a + " " + b + " " + compare(a, b) + " " + Double.compare(a, b));
            }
        }
        for (float a : floats) {
            for (float b : floats) {
                System.out.println(a + " " + b + " " + compare(a, b) + " " + Float.compare(a, b));
            }
        }
        Double boxed = Double.NaN;
        System.out.println(boxed.equals(Double.NaN) + " " + Double.valueOf(0.0).equals(-0.0));
    }
}
