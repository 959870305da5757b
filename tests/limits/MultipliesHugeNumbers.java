import java.math.BigInteger;

public class MultipliesHugeNumbers {
    public static void main(String[] args) throws Exception {
        BigInteger number = BigInteger.ONE.shiftLeft(1 << 28).subtract(BigInteger.ONE);
        while (true) {
            number = number.multiply(number).mod(BigInteger.valueOf(3).pow(1 << 16));
        }
    }
}
