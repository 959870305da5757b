/** Whether some thread holds a monitor: also one that nobody else wants, and until a throwable has left. */
//# fails: never = "locked(MonitorsHeld.alone)"
//# holds: never = "locked(MonitorsHeld.never)"
//# holds: ltl = "[] (locked(MonitorsHeld.shared) -> <> !locked(MonitorsHeld.shared))"
//# holds: always = "MonitorsHeld.inside -> locked(MonitorsHeld.shared)"
//# fails: always = "locked(MonitorsHeld.shared) -> MonitorsHeld.inside"
//# fails: always = "locked(MonitorsHeld.waited) -> !MonitorsHeld.waits"
//# fails: never = "!locked(MonitorsHeld.waited) && MonitorsHeld.waits"
//# fails: never = "!locked(MonitorsHeld.till) && MonitorsHeld.thrown && !MonitorsHeld.caught"
//# fails: never = "locked(MonitorsHeld.till) && MonitorsHeld.thrown"
//# holds: never = "locked(MonitorsHeld.till) && MonitorsHeld.caught"
public class MonitorsHeld {
    static class Till {
        synchronized void fails() {
            thrown = true;
            throw new IllegalStateException();
        }
    }

    static final Object alone = new Object();
    static final Object never = new Object();
    static final Object shared = new Object();
    static final Object waited = new Object();
    static final Till till = new Till();
    static volatile boolean inside, waits, thrown, caught;

    public static void main(String[] args) throws InterruptedException {
        synchronized (alone) { }
        Thread other = new Thread(() -> {
            synchronized (shared) {
                inside = true;
                inside = false;
            }
        });
        other.start();
        synchronized (shared) { }
        other.join();
        synchronized (waited) {
            waits = true;
            waited.wait(10);
            waits = false;
        }
        try {
            till.fails();
        } catch (IllegalStateException e) {
            caught = true;
        }
    }
}
