//@ assumes: thread-states

/** While one thread is in the critical section, the other one is blocked before it, be the section as short as it may. */
public class SeesAThreadBlocked {
    static final Object LOCK = new Object();
    static int counter;

    static synchronized void count() {
        counter++;
    }

    static void countInABlock() {
        synchronized (LOCK) {
            counter++;
        }
    }

    static Thread.State seen(Runnable task) throws InterruptedException {
        Thread one = new Thread(task);
        Thread two = new Thread(task);
        one.start();
        two.start();
        Thread.State seen = two.getState();
        one.join();
        two.join();
        return seen;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread.State atAMethod = seen(SeesAThreadBlocked::count);
        Thread.State atABlock = seen(SeesAThreadBlocked::countInABlock);
        assert atAMethod != Thread.State.BLOCKED; //~ assertion-failure
        assert atABlock != Thread.State.BLOCKED; //~ assertion-failure
        assert atAMethod != Thread.State.WAITING;
    }
}
