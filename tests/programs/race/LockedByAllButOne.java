// Two threads keep to the lock, the third does not, and comes late.
public class LockedByAllButOne {
    static final Object lock = new Object();
    static int count;
    static volatile int turns;

    static void locked() {
        synchronized (lock) {
            count++;
        }
    }

    public static void main(String[] args) {
        new Thread(LockedByAllButOne::locked).start();
        new Thread(LockedByAllButOne::locked).start();
        turns = 1;
        count++; //~ data-race "count"
    }
}
