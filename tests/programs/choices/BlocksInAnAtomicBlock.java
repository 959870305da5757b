import dropwire.Verify;

public class BlocksInAnAtomicBlock {
    static final Object LOCK = new Object();

    static void work() {
        Verify.beginAtomic();
        synchronized (LOCK) { //~ blocked-in-atomic
            Thread.yield();
        }
        Verify.endAtomic();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(BlocksInAnAtomicBlock::work);
        synchronized (LOCK) {
            other.start();
            Verify.breakTransition();
        }
        other.join();
    }
}
