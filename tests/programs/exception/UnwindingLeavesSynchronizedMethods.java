//@ findings: 1
public class UnwindingLeavesSynchronizedMethods {
    private int depth;

    synchronized int down(int steps) {
        depth++;
        return steps == 0 ? 1 / steps : down(steps - 1); //~ uncaught-exception "ArithmeticException"
    }

    public static void main(String[] args) throws InterruptedException {
        UnwindingLeavesSynchronizedMethods well = new UnwindingLeavesSynchronizedMethods();
        Thread falling = new Thread(() -> well.down(2));
        falling.start();
        synchronized (well) {
            well.depth += 10;
        }
        falling.join();
        assert well.depth == 13;
    }
}
