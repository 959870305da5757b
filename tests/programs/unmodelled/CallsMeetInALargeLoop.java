// No call returns, and both together have more states than are gone through to show that: nothing is said of their sequential executions.
//@ target: object
//@ set: object.calls=1
//@ set: object.non-parallel=second
//@ verdict: incomplete
//@ reason: a loop of more than 20000 states
public class CallsMeetInALargeLoop {
    private volatile int small;
    private volatile int large;

    public void first() {
        while (true) {
            small = (small + 1) % 4;
        }
    }

    public void second() {
        while (true) {
            large = (large + 1) % 1500;
        }
    }
}
