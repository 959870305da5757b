/** When the flag is seen, whoever set it may have ended. Nobody has waited for that. */
public class WriterUnderTheLockHasEnded {
    static int level;
    static final Object LOCK = new Object();
    static volatile boolean begun;

    public static void main(String[] args) {
        new Thread(() -> {
            synchronized (LOCK) {
                begun = true;
                level = 1; //~ data-race "level"
            }
        }).start();
        if (begun) {
            String.valueOf(level);
        }
    }
}
