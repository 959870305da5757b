import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class LocksAndConditions {
    static final ReentrantLock LOCK = new ReentrantLock();
    static final Condition TURN = LOCK.newCondition();
    static final StringBuilder LOG = new StringBuilder();
    static int turn;

    static void play(int mine, int rounds) {
        for (int i = 0; i < rounds; i++) {
            LOCK.lock();
            try {
                while (turn != mine) {
                    TURN.awaitUninterruptibly();
                }
                LOG.append(mine);
                turn = (turn + 1) % 3;
                TURN.signalAll();
            } finally {
                LOCK.unlock();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> play(1, 3));
        Thread two = new Thread(() -> play(2, 3));
        one.start();
        two.start();
        play(0, 3);
        one.join();
        two.join();
        System.out.println(LOG);
        LOCK.lock();
        LOCK.lock();
        System.out.println(LOCK.getHoldCount() + " " + LOCK.isHeldByCurrentThread() + " " + LOCK.isFair() + " " + LOCK.isLocked() + " " + LOCK.tryLock());
        boolean[] got = new boolean[1];
        Thread other = new Thread(() -> got[0] = LOCK.tryLock());
        other.start();
        other.join();
        System.out.println(got[0]);
        System.out.println(TURN.await(1, TimeUnit.MILLISECONDS) + " " + LOCK.getHoldCount());
        LOCK.unlock();
        LOCK.unlock();
        LOCK.unlock();
        try {
            LOCK.unlock();
        } catch (IllegalMonitorStateException e) {
            System.out.println("not held " + e.getMessage());
        }
        try {
            TURN.signal();
        } catch (IllegalMonitorStateException e) {
            System.out.println("no signal without the lock");
        }
        System.out.println(LOCK.tryLock(1, TimeUnit.SECONDS) + " " + LOCK.hasQueuedThreads());
    }
}
