import dropwire.Verify;

/** Nobody else can move in between: the steps before a choice have one way on. States in which as many were true are one all the same. */
public class ChoicesUnderALock {
    static final Object LOCK = new Object();

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            int yes = 0;
            for (int i = 0; i < 24; i++) {
                synchronized (LOCK) {
                    yes += Verify.getBoolean() ? 1 : 0;
                }
            }
            assert yes < 24; //~ assertion-failure
        });
        other.start();
        other.join();
    }
}
