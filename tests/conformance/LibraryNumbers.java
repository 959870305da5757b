import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Random;
import java.util.SplittableRandom;

public class LibraryNumbers {
    public static void main(String[] args) {
        BigInteger a = new BigInteger("123456789012345678901234567890");
        BigInteger b = BigInteger.TWO.pow(100).subtract(BigInteger.ONE);
        System.out.println(a.multiply(b).add(a.mod(b)).divide(BigInteger.TEN) + " " + a.gcd(b) + " " + a.negate().shiftRight(5) + " " + b.bitLength());
        System.out.println(a.modPow(BigInteger.valueOf(65537), b) + " " + BigInteger.valueOf(97).modInverse(BigInteger.valueOf(1000)) + " " + b.toString(36));
        System.out.println(BigInteger.valueOf(1_000_003).isProbablePrime(20) + " " + a.sqrt() + " " + a.xor(b).signum() + " " + a.compareTo(b));
        BigInteger big = BigInteger.valueOf(3).pow(2000);
        System.out.println(big.multiply(big).hashCode() + " " + big.toString().length() + " " + big.divide(BigInteger.valueOf(7).pow(300)).hashCode());
        BigDecimal x = new BigDecimal("10.25");
        BigDecimal y = new BigDecimal("3");
        System.out.println(x.divide(y, 10, RoundingMode.HALF_UP) + " " + x.multiply(y).setScale(1, RoundingMode.HALF_EVEN) + " " + x.remainder(y) + " " + x.pow(5));
        System.out.println(x.stripTrailingZeros().toPlainString() + " " + new BigDecimal("1E+5").toPlainString() + " " + new BigDecimal("0.00001234") + " "
                + x.sqrt(new MathContext(20)) + " " + x.equals(new BigDecimal("10.250")) + " " + x.compareTo(new BigDecimal("10.250")));
        try {
            BigDecimal.ONE.divide(y);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        for (RoundingMode mode : RoundingMode.values()) {
            if (mode != RoundingMode.UNNECESSARY) System.out.print(new BigDecimal("-2.5").setScale(0, mode) + " ");
        }
        System.out.println();
        Random random = new Random(42);
        System.out.println(random.nextInt() + " " + random.nextInt(100) + " " + random.nextLong() + " " + random.nextDouble() + " " + random.nextGaussian() + " "
                + random.nextBoolean() + " " + random.ints(3, 0, 10).sum());
        SplittableRandom split = new SplittableRandom(1);
        System.out.println(split.nextInt(1000) + " " + split.split().nextLong());
        System.out.println(Integer.parseInt("-7f", 16) + " " + Integer.toString(255, 2) + " " + Long.parseUnsignedLong("18446744073709551615") + " "
                + Integer.toUnsignedString(-1) + " " + Integer.compareUnsigned(-1, 1) + " " + Long.numberOfTrailingZeros(64) + " " + Integer.reverse(1));
        System.out.println(Double.parseDouble("0x1.8p1") + " " + Double.toHexString(0.1) + " " + Float.parseFloat("1e-45") + " " + Double.MIN_VALUE + " "
                + (float) 1e40 + " " + Double.compare(0.0, -0.0) + " " + Double.valueOf("  12.5  ") + " " + 100.0 / 3 + " " + 1.0f / 3);
        System.out.println(Math.floorMod(-7, 3) + " " + Math.hypot(3, 4) + " " + Math.cbrt(27) + " " + Math.toDegrees(Math.PI) + " " + Math.fma(2.0, 3.0, 1.0) + " "
                + Math.nextUp(1.0) + " " + Math.ulp(1e10) + " " + Math.scalb(1.0, 10) + " " + Math.round(-2.5) + " " + Math.rint(2.5));
        System.out.println(StrictMath.sin(1) + " " + StrictMath.exp(1) + " " + StrictMath.pow(2, 0.5) + " " + StrictMath.atan2(1, 2) + " " + StrictMath.log10(1000));
        try {
            Math.multiplyExact(1 << 20, 1 << 20);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        try {
            Integer.parseInt("2147483648");
        } catch (NumberFormatException e) {
            System.out.println(e.getMessage());
        }
    }
}
