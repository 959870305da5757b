// The sum is kept beside what it is of, and one of them is set first: it can be read in between.
//@ target: object
//@ set: object.calls=1
//@ set: object.arguments=1
public class CachedSumIsStale {
    private volatile int first;
    private volatile int sum;

    public synchronized void set(int value) {
        first = value; //~ not-linearizable "difference() = -1"
        sum = value;
    }

    public int difference() {
        return sum - first;
    }
}
