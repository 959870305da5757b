import java.util.Random;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;

// StrictMath is exact to the last bit; Math is near it.
public class StrictMathBits {
    static final double[] EDGES = {0.0, -0.0, 1, -1, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.MIN_VALUE, Double.MAX_VALUE, -Double.MAX_VALUE, Double.MIN_NORMAL, 0.5, 2, 710, 709.7, -745.2, 22, 1e-300, 1e300, Math.PI, Math.PI / 2, Math.PI / 4};

    static double argument(Random random, int i) {
        switch (i % 6) {
            case 0: return random.nextGaussian();
            case 1: return Double.longBitsToDouble(random.nextLong());
            case 2: return random.nextGaussian() * 1e6;
            case 3: return random.nextInt(2000) - 1000;
            case 4: return (random.nextInt(400) - 200) / 8.0 * Math.PI;
            default: return Math.scalb(random.nextDouble() * 2 - 1, random.nextInt(60) - 30);
        }
    }

    static void unary(String name, DoubleUnaryOperator f, DoubleUnaryOperator near) {
        Random random = new Random(name.hashCode());
        long sum = 0;
        int far = 0;
        for (int i = 0; i < 300; i++) {
            double x = i < EDGES.length ? EDGES[i] : argument(random, i);
            double y = f.applyAsDouble(x);
            sum = 31 * sum + Double.doubleToLongBits(y);
            double other = near.applyAsDouble(x);
            if (!(Math.abs(other - y) <= 2 * Math.ulp(y)) && Double.compare(other, y) != 0) far++;
        }
        System.out.println(name + " " + Long.toHexString(sum) + " " + far);
    }

    static void binary(String name, DoubleBinaryOperator f, DoubleBinaryOperator near) {
        Random random = new Random(name.hashCode());
        long sum = 0;
        int far = 0;
        for (int i = 0; i < 700; i++) {
            boolean edge = i < EDGES.length * EDGES.length;
            double x = edge ? EDGES[i / EDGES.length] : argument(random, i);
            double y = edge ? EDGES[i % EDGES.length] : argument(random, i / 6);
            double z = f.applyAsDouble(x, y);
            sum = 31 * sum + Double.doubleToLongBits(z);
            double other = near.applyAsDouble(x, y);
            if (!(Math.abs(other - z) <= 2 * Math.ulp(z)) && Double.compare(other, z) != 0) far++;
        }
        System.out.println(name + " " + Long.toHexString(sum) + " " + far);
    }

    public static void main(String[] args) {
        unary("sin", StrictMath::sin, Math::sin);
        unary("cos", StrictMath::cos, Math::cos);
        unary("tan", StrictMath::tan, Math::tan);
        unary("asin", StrictMath::asin, Math::asin);
        unary("acos", StrictMath::acos, Math::acos);
        unary("atan", StrictMath::atan, Math::atan);
        unary("log", StrictMath::log, Math::log);
        unary("log10", StrictMath::log10, Math::log10);
        unary("sinh", StrictMath::sinh, Math::sinh);
        unary("cosh", StrictMath::cosh, Math::cosh);
        unary("tanh", StrictMath::tanh, Math::tanh);
        unary("expm1", StrictMath::expm1, Math::expm1);
        unary("log1p", StrictMath::log1p, Math::log1p);
        unary("exp", StrictMath::exp, Math::exp);
        unary("cbrt", StrictMath::cbrt, Math::cbrt);
        binary("pow", StrictMath::pow, Math::pow);
        binary("hypot", StrictMath::hypot, Math::hypot);
        binary("atan2", StrictMath::atan2, Math::atan2);
        binary("remainder", StrictMath::IEEEremainder, Math::IEEEremainder);
    }
}
