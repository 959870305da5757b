//@ jdk: 17
public class MathMethods {
    public static void main(String[] args) {
        System.out.println(Math.abs(Integer.MIN_VALUE) + " " + Math.abs(-0.0) + " " + Math.max(-0.0, 0.0) + " " + Math.min(Float.NaN, 1f) + " " + Math.abs(-5L));
        System.out.println(Math.round(2.5) + " " + Math.round(-2.5) + " " + Math.round(0.49999999999999994) + " " + Math.round(Double.NaN) + " " + Math.round(1e300) + " " + Math.round(2.5f));
        System.out.println(Math.floor(-1.5) + " " + Math.ceil(-0.5) + " " + Math.rint(2.5) + " " + Math.rint(3.5) + " " + Math.signum(-3.0));
        System.out.println(Math.sqrt(2) + " " + Math.sqrt(-1) + " " + Math.cbrt(27) + " " + Math.hypot(3, 4));
        System.out.println(StrictMath.sin(1) + " " + StrictMath.cos(1) + " " + StrictMath.tan(1) + " " + StrictMath.exp(1) + " " + StrictMath.log(10) + " " + StrictMath.pow(2, 0.5));
        System.out.println(Math.pow(2, 10) + " " + Math.pow(0, 0) + " " + Math.pow(-8, 1.0 / 3) + " " + Math.pow(10, -2));
        System.out.println(Math.floorDiv(-7, 2) + " " + Math.floorMod(-7, 2) + " " + Math.floorMod(7, -2) + " " + Math.floorDiv(Long.MIN_VALUE, -1L));
        System.out.println(Math.multiplyHigh(Long.MAX_VALUE, Long.MAX_VALUE) + " " + Math.multiplyFull(1 << 30, 1 << 30) + " " + Math.fma(2.0, 3.0, 4.0));
        System.out.println(Math.ulp(1.0) + " " + Math.nextUp(1f) + " " + Math.scalb(1.5, 4) + " " + Math.getExponent(1024.5) + " " + Math.copySign(3, -0.0));
        String[] names = {"add", "multiply", "toInt", "negate", "increment"};
        for (int i = 0; i < names.length; i++) {
            try {
                switch (i) {
                    case 0 -> Math.addExact(Integer.MAX_VALUE, 1);
                    case 1 -> Math.multiplyExact(Long.MAX_VALUE, 2L);
                    case 2 -> Math.toIntExact(1L << 31);
                    case 3 -> Math.negateExact(Integer.MIN_VALUE);
                    default -> Math.incrementExact(5);
                }
                System.out.println(names[i] + " fits");
            } catch (ArithmeticException e) {
                System.out.println(names[i] + " " + e.getMessage());
            }
        }
        System.out.println(Math.toDegrees(Math.PI) + " " + Math.PI + " " + Math.E);
    }
}
