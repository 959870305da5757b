import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class ConditionsTakeTurns {
    static final ReentrantLock LOCK = new ReentrantLock();
    static final Condition EVEN = LOCK.newCondition();
    static final Condition ODD = LOCK.newCondition();
    static int turn;

    static void play(int side) {
        for (int i = 0; i < 2; i++) {
            LOCK.lock();
            try {
                while (turn % 2 != side) {
                    (side == 0 ? EVEN : ODD).await();
                }
                turn++;
                (side == 0 ? ODD : EVEN).signal();
            } catch (InterruptedException stop) {
                throw new IllegalStateException(stop);
            } finally {
                LOCK.unlock();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> play(1));
        other.start();
        play(0);
        other.join();
        assert turn == 4;
    }
}
