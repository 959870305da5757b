//@ verdict: incomplete
//@ reason: the program ignores every run
//@ assumes: ignored-paths
import dropwire.Verify;

public class EveryRunIsIgnored {
    public static void main(String[] args) {
        Verify.ignoreIf(Verify.getInt(1, 3) > 0);
        assert false;
    }
}
