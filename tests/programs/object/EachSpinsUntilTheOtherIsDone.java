// Two threads spin until the other one is done: no state is the last one, and none leads out.
//@ jdk: 11
//@ target: object
//@ set: object.calls=1
//@ findings: 1
public class EachSpinsUntilTheOtherIsDone {
    private volatile boolean left;
    private volatile boolean right;

    public int left() {
        left = true; //~ not-linearizable "left() never returns"
        while (right) {
            Thread.onSpinWait();
        }
        left = false;
        return 1;
    }

    public int right() {
        right = true;
        while (left) {
            Thread.onSpinWait();
        }
        right = false;
        return 1;
    }
}
