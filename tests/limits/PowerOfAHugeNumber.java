import java.math.BigInteger;

public class PowerOfAHugeNumber {
    public static void main(String[] args) throws Exception {
        System.out.println(BigInteger.valueOf(3).pow(100_000_000).toString().length());
    }
}
