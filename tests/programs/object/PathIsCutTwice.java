// The end is read and set in two steps: two threads cut the same.
//@ target: object
//@ set: object.calls=1
//@ set: object.arguments=1
public class PathIsCutTwice {
    private volatile int first = 3;

    public int cut() {
        int taken = first; //~ not-linearizable "first: cut() = 3; second: cut() = 3"
        if (taken > 0) {
            first = taken - 1;
        }
        return taken;
    }
}
