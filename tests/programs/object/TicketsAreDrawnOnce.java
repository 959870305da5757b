// The lock is held for the read and the write.
//@ target: object
//@ set: object.calls=2
public class TicketsAreDrawnOnce {
    private int next;

    public synchronized int draw() {
        return next++;
    }

    public synchronized int drawn() {
        return next;
    }
}
