// Declared obstruction-free, but a thread that runs alone cannot take the monitor of one that has been stopped within it.
//@ target: object
//@ set: object.calls=1
//@ set: object.progress=obstruction-freedom
//@ findings: 1
public class OwnerOfTheMonitorIsStopped {
    private int count;

    public int next() {
        synchronized (this) { //~ not-obstruction-free "next() does not return if"
            return ++count;
        }
    }
}
