// An increment of a volatile field is a read and a write.
//@ target: object
//@ set: object.calls=1
public class TicketsAreDrawnTwice {
    private volatile int next;

    public int draw() {
        return next++; //~ not-linearizable "no sequential order of these calls"
    }
}
