import java.util.concurrent.Semaphore;

public class SemaphoreGuardsAField {
    static final Semaphore PERMIT = new Semaphore(1);
    static int count;

    static void add() {
        PERMIT.acquireUninterruptibly();
        try {
            count++;
        } finally {
            PERMIT.release();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(SemaphoreGuardsAField::add);
        other.start();
        add();
        other.join();
        assert count == 2 && PERMIT.availablePermits() == 1;
    }
}
