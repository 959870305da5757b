public class RemaindersAreExact {
    public static void main(String[] args) {
        double[] dividends = {0.0, -0.0, 1, -1, 2.5, 3, 1e308, Double.MIN_VALUE, -4 * Double.MIN_VALUE, Double.MIN_NORMAL,
            -Double.MAX_VALUE, Double.NaN, Double.POSITIVE_INFINITY};
        double[] divisors = {0.0, 1, -2, 0.7, 5, 3 * Double.MIN_VALUE, Double.MIN_NORMAL, Double.MAX_VALUE, Double.MAX_VALUE / 2,
            Double.NaN, Double.NEGATIVE_INFINITY};
        for (double dividend : dividends) {
            for (double divisor : divisors) {
                System.out.println(Math.IEEEremainder(dividend, divisor) + " " + dividend % divisor);
            }
        }
        java.util.Random random = new java.util.Random(7);
        long sum = 0;
        for (int i = 0; i < 3000; i++) {
            double dividend = Double.longBitsToDouble(random.nextLong());
            double divisor = i % 3 == 0 ? dividend * (random.nextInt(9) - 4) / 8 : Double.longBitsToDouble(random.nextLong());
            sum = sum * 31 + Double.doubleToLongBits(Math.IEEEremainder(dividend, divisor));
        }
        System.out.println(sum);
    }
}
