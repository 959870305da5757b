//@ assumes: counters-of-paths
import dropwire.Verify;

public class CountsAllPaths {
    public static void main(String[] args) {
        Verify.resetCounter(1);
        Verify.getInt(1, 7);
        assert Verify.incrementCounter(0) > 0;
        assert Verify.getCounter(0) >= Verify.getCounter(1);
    }
}
