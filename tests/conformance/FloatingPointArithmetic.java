public class FloatingPointArithmetic {
    public static void main(String[] args) {
        double[] values = {0.0, -0.0, 1.0, -1.5, 0.1, 1e308, -1e308, Double.MIN_VALUE, Double.POSITIVE_INFINITY, Double.NaN};
        for (double a : values) {
            for (double b : values) {
                System.out.println((a + b) + " " + (a - b) + " " + (a * b) + " " + (a / b) + " " + (a % b));
            }
        }
        float[] floats = {0f, -0f, 1.1f, -7.25f, 3.4e38f, Float.MIN_VALUE, Float.NEGATIVE_INFINITY, Float.NaN};
        for (float a : floats) {
            for (float b : floats) {
                System.out.println((a + b) + " " + (a - b) + " " + (a * b) + " " + (a / b) + " " + (a % b));
            }
            System.out.println(-a);
        }
        System.out.println(5.5 % 2 + " " + -5.5 % 2 + " " + 5.5 % -2 + " " + 0.1 % 0.03);
    }
}
