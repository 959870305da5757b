//@ jdk: 11 to 17
/** Who makes a thread takes the monitor of its group, which another thread may have. */
public class GroupIsLockedMeanwhile {
    static final ThreadGroup GROUP = new ThreadGroup("workers");
    static volatile boolean begun;
    static final Object done = new Object();

    static void make() {
        synchronized (done) {
            begun = true;
            new Thread(GROUP, () -> { }); //~ deadlock
        }
    }

    public static void main(String[] args) {
        new Thread(GroupIsLockedMeanwhile::make).start();
        synchronized (GROUP) {
            if (begun) {
                synchronized (done) {
                    begun = false;
                }
            }
        }
    }
}
