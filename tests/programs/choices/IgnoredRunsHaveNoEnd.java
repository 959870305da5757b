//@ assumes: ignored-paths
import dropwire.Verify;

public class IgnoredRunsHaveNoEnd {
    public static void main(String[] args) {
        int first = Verify.getInt(1, 9);
        int second = Verify.getInt(1, 9);
        Verify.ignoreIf(first >= second);
        assert first < second;
    }
}
