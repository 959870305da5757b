//@ cases
//@ jdk: 11
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.stream.Collectors;

public class NumberCases {
    static final BigInteger[] BIG = {BigInteger.ZERO, BigInteger.ONE, BigInteger.ONE.negate(), new BigInteger("123456789012345678901234567890"), BigInteger.ONE.shiftLeft(64).negate(), BigInteger.valueOf(Long.MAX_VALUE)};

    public static void main(String[] args) throws Exception {
        Cases.run(NumberCases.class);
    }

    static void bigArithmetic() {
        for (BigInteger a : BIG) for (BigInteger b : BIG) {
            Cases.show(a.add(b), a.subtract(b), a.multiply(b), a.gcd(b), a.compareTo(b), a.max(b));
            Cases.attempt(() -> Arrays.toString(a.divideAndRemainder(b)));
            Cases.attempt(() -> a.mod(b));
        }
    }

    static void bigBits() {
        for (BigInteger a : BIG) Cases.show(a.bitLength(), a.bitCount(), a.not(), a.shiftRight(3), a.shiftLeft(67), a.testBit(64), a.setBit(70), a.flipBit(0), a.getLowestSetBit(), a.signum(), Arrays.toString(a.toByteArray()));
        for (BigInteger a : BIG) Cases.show(a.and(BIG[3]), a.or(BIG[4]), a.xor(BIG[2]), a.andNot(BIG[3]));
    }

    static void bigConversions() {
        for (BigInteger a : BIG) {
            Cases.show(a.intValue(), a.longValue(), a.floatValue(), a.doubleValue(), a.hashCode(), a.toString(7), a.toString(36));
            Cases.attempt(a::intValueExact);
        }
        for (String s : new String[] {"", "-", "12x", "+5", "--1"}) Cases.attempt(() -> new BigInteger(s));
        Cases.show(new BigInteger(new byte[] {-1, 0}), new BigInteger(1, new byte[] {-1, 0}), new BigInteger("-ff", 16));
    }

    static void bigPowersAndPrimes() {
        BigInteger p = new BigInteger("170141183460469231731687303715884105727");
        Cases.show(BIG[3].pow(7), BIG[3].modPow(BigInteger.valueOf(65537), p), BigInteger.valueOf(3).modInverse(p), p.isProbablePrime(20), p.nextProbablePrime().subtract(p), BigInteger.TWO.pow(200).sqrt());
        Cases.attempt(() -> BigInteger.valueOf(2).modInverse(BigInteger.valueOf(4)));
        Cases.attempt(() -> BigInteger.ONE.pow(-1));
    }

    static void bigFactorialsAndKaratsuba() {
        BigInteger f = BigInteger.ONE;
        for (int i = 2; i <= 400; i++) f = f.multiply(BigInteger.valueOf(i));
        BigInteger g = f.multiply(f).add(BigInteger.ONE).multiply(f);
        Cases.show(f.bitLength(), f.toString().length(), g.mod(BigInteger.valueOf(1_000_003)), g.divide(f).subtract(f.multiply(f)), g.toString().hashCode());
    }

    static void decimalArithmetic() {
        BigDecimal[] all = {BigDecimal.ZERO, new BigDecimal("1.10"), new BigDecimal("-2.345"), new BigDecimal("1E+3"), new BigDecimal("0.000001")};
        for (BigDecimal a : all) for (BigDecimal b : all) {
            Cases.show(a.add(b), a.subtract(b), a.multiply(b), a.compareTo(b), a.equals(b));
            Cases.attempt(() -> a.divide(b));
            Cases.attempt(() -> a.divide(b, 4, RoundingMode.HALF_EVEN) + " " + a.divideToIntegralValue(b) + " " + a.remainder(b));
        }
    }

    static void decimalScales() {
        for (String s : new String[] {"0", "0.00", "100", "1E3", "1.0E-10", "-123.4500", "1e400"}) {
            BigDecimal d = new BigDecimal(s);
            Cases.show(d, d.toPlainString().length(), d.toEngineeringString(), d.scale(), d.precision(), d.unscaledValue(), d.stripTrailingZeros(), d.negate(), d.hashCode(), d.movePointLeft(3), d.ulp(), d.doubleValue());
        }
        Cases.attempt(() -> new BigDecimal("1.5").setScale(0));
        Cases.attempt(() -> new BigDecimal("1,5"));
        Cases.attempt(() -> new BigDecimal(Double.NaN));
        Cases.show(new BigDecimal(0.1), BigDecimal.valueOf(0.1), new BigDecimal("12345").round(new MathContext(2)), new BigDecimal("2").sqrt(new MathContext(30)));
    }

    static void decimalRounding() {
        for (RoundingMode mode : RoundingMode.values()) for (String s : new String[] {"2.5", "-2.5", "1.1", "-1.6", "3.0"})
            Cases.attempt(() -> mode + " " + new BigDecimal(s).setScale(0, mode));
    }

    static void mathContexts() {
        Cases.show(MathContext.DECIMAL32, BigDecimal.ONE.divide(new BigDecimal(3), MathContext.DECIMAL64), new BigDecimal("9.99").pow(20, new MathContext(10)), BigDecimal.TEN.pow(5), new BigDecimal("7").divide(new BigDecimal("8")));
        Cases.attempt(() -> new MathContext(-1));
        Cases.attempt(() -> BigDecimal.ONE.divide(BigDecimal.valueOf(3), new MathContext(0)));
    }

    static void seededRandoms() {
        Random r = new Random(42);
        Cases.show(r.nextInt(), r.nextInt(10), r.nextLong(), r.nextDouble(), r.nextFloat(), r.nextBoolean(), r.nextGaussian(), r.ints(3, 0, 100).boxed().collect(Collectors.toList()));
        byte[] bytes = new byte[5];
        r.nextBytes(bytes);
        Cases.show(Arrays.toString(bytes), new SplittableRandom(7).nextInt(), new SplittableRandom(7).split().nextLong(), new Random(1).doubles(2).sum());
        Cases.attempt(() -> r.nextInt(0));
    }

    static void uuids() {
        UUID u = UUID.nameUUIDFromBytes(new byte[] {1, 2, 3});
        Cases.show(u, u.version(), u.variant(), u.hashCode(), UUID.fromString("0-1-2-3-4"), u.compareTo(new UUID(1, 2)), new UUID(-1, 0));
        Cases.attempt(() -> UUID.fromString("nope"));
        Cases.attempt(u::timestamp);
    }

    static void bitSets() {
        BitSet b = new BitSet();
        b.set(1);
        b.set(60, 70);
        b.flip(65);
        BitSet c = (BitSet) b.clone();
        c.andNot(BitSet.valueOf(new long[] {2}));
        Cases.show(b, b.cardinality(), b.length(), b.size(), b.nextClearBit(60), b.previousSetBit(64), c, b.intersects(c), Arrays.toString(b.toLongArray()), b.hashCode(), b.get(61, 63));
        Cases.attempt(() -> {
            b.set(-1);
            return 0;
        });
    }

    static void hashesOfValues() {
        Cases.show(Double.hashCode(-0.0), Float.hashCode(Float.NaN), Long.hashCode(1L << 40), Boolean.hashCode(true), Character.hashCode('x'), "polygenelubricants".hashCode(), java.util.Objects.hash(1, "a", null), Arrays.hashCode(new double[] {1, 2}));
    }

    static void digests() throws Exception {
        for (String name : new String[] {"MD5", "SHA-1", "SHA-256", "SHA-512"}) {
            byte[] digest = java.security.MessageDigest.getInstance(name).digest("dropwire".getBytes("UTF-8"));
            Cases.show(name, new BigInteger(1, digest).toString(16));
        }
        Cases.attempt(() -> java.security.MessageDigest.getInstance("NONE"));
    }

    static void checksumsAndCodes() throws Exception {
        java.util.zip.CRC32 crc = new java.util.zip.CRC32();
        crc.update("dropwire".getBytes("UTF-8"));
        java.util.zip.Adler32 adler = new java.util.zip.Adler32();
        adler.update(new byte[] {1, 2, 3});
        Cases.show(crc.getValue(), adler.getValue(), java.util.Base64.getEncoder().encodeToString("any carnal pleas".getBytes("UTF-8")), new String(java.util.Base64.getUrlDecoder().decode("_-8"), "ISO-8859-1").length());
        Cases.attempt(() -> java.util.Base64.getDecoder().decode("a"));
    }
}
