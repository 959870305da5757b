import java.util.concurrent.locks.StampedLock;

/** One stamp each: the writer comes in the end, and the reader behind it. */
class ReadersWaitForAWriter {
    static final StampedLock lock = new StampedLock();
    static int value;

    public static void main(String[] args) throws Exception {
        Thread writer = new Thread(() -> {
            long stamp = lock.writeLock();
            value++;
            lock.unlockWrite(stamp);
        });
        writer.start();
        for (int i = 0; i < 2; i++) {
            long stamp = lock.readLock();
            assert value < 2;
            lock.unlockRead(stamp);
        }
        writer.join();
    }
}
