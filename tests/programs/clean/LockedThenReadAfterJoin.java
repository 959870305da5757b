/** Under a lock while there are two, without it when the other one was waited for. */
public class LockedThenReadAfterJoin {
    static int level;
    static final Object LOCK = new Object();

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            synchronized (LOCK) {
                level++;
            }
        });
        other.start();
        synchronized (LOCK) {
            level++;
        }
        other.join();
        assert level == 2;
    }
}
