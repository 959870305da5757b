// One monitor for two sorts of guests: the wrong one wakes, waits again, and the call is spent.
public class NotifyWakesTheWrongOne {
    private boolean tea;
    private boolean coffee;

    synchronized void await(boolean forTea) {
        while (!(forTea ? tea : coffee)) {
            try {
                wait(); //~ deadlock
            } catch (InterruptedException stop) {
                throw new IllegalStateException(stop);
            }
        }
    }

    synchronized void serve(boolean isTea) {
        if (isTea) {
            tea = true;
        } else {
            coffee = true;
        }
        notify();
    }

    public static void main(String[] args) {
        NotifyWakesTheWrongOne bar = new NotifyWakesTheWrongOne();
        new Thread(() -> bar.await(true)).start();
        new Thread(() -> bar.await(false)).start();
        bar.serve(true);
        bar.serve(false);
    }
}
