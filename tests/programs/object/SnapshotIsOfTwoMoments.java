// The list that is returned holds one value from before a call and one from behind it.
//@ target: object
//@ set: object.calls=1
//@ findings: 1
import java.util.Arrays;
import java.util.List;

public class SnapshotIsOfTwoMoments {
    private volatile int left;
    private volatile int right;

    public synchronized void add() {
        left++; //~ not-linearizable "read() = [1, 0]"
        right++;
    }

    public List<Integer> read() {
        return Arrays.asList(left, right);
    }
}
