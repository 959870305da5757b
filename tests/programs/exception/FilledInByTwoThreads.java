/** Who fills in the trace of a shared exception last decides what it tells. */
public class FilledInByTwoThreads {
    static final RuntimeException SHARED = new RuntimeException("shared");
    static volatile int left, right;

    static void fromDeepBelow() {
        SHARED.fillInStackTrace();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread shallow = new Thread(() -> SHARED.fillInStackTrace());
        Thread deep = new Thread(() -> fromDeepBelow());
        shallow.start();
        deep.start();
        shallow.join();
        deep.join();
        Thread later = new Thread(() -> {
            left = 1;
            left = right;
        });
        later.start();
        right = 1;
        right = left;
        later.join();
        if (SHARED.getStackTrace()[0].getMethodName().equals("fromDeepBelow")) {
            throw new IllegalStateException("deep was last"); //~ uncaught-exception
        }
    }
}
