import dropwire.Verify;

public class LongsReachFarBeyondInts {
    public static void main(String[] args) {
        long number = Verify.getLong(Long.MAX_VALUE, Long.MAX_VALUE - 3);
        assert number + 1 > number; //~ assertion-failure
        assert Verify.getLongFromList(-1, 1L << 40) < 0; //~ assertion-failure
    }
}
