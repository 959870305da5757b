public class CaughtExceptionReleasesTheLock {
    private int level;

    synchronized void fill(int by) {
        if (level + by > 2) {
            throw new IllegalArgumentException("full");
        }
        level += by;
    }

    void tryToFill(int by) {
        try {
            fill(by);
        } catch (IllegalArgumentException full) {
            assert !Thread.holdsLock(this);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        CaughtExceptionReleasesTheLock glass = new CaughtExceptionReleasesTheLock();
        Thread other = new Thread(() -> glass.tryToFill(2));
        other.start();
        glass.tryToFill(1);
        other.join();
        assert glass.level == 1 || glass.level == 2;
    }
}
