// Each number is added atomically, all of them are not.
//@ target: object
//@ set: object.calls=1
//@ findings: 1
import java.util.concurrent.atomic.AtomicInteger;

public class AllAreAddedOneByOne {
    private final AtomicInteger sum = new AtomicInteger();

    public void add(int... all) {
        for (int one : all) { //~ not-linearizable "new int[] {1, 0}"
            sum.addAndGet(one + 1);
        }
    }

    public int sum() {
        return sum.get();
    }
}
