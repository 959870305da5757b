// The second one waits, and sees that it was done.
//@ target: object
//@ set: object.calls=2
public class OnceOnlyUnderALock {
    private int runs;
    private boolean done;

    public synchronized void initialise() {
        if (!done) {
            runs++;
            done = true;
        }
    }

    public synchronized int getRuns() {
        return runs;
    }
}
