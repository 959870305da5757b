//@ jdk: 11
/** Which handler takes what a thread dies of is read when it dies, and may be set before or after. */
public class HandlerSetTooLate {
    static volatile boolean begun;
    static volatile boolean taken;

    public static void main(String[] args) throws InterruptedException {
        Thread dying = new Thread(() -> {
            begun = true;
            throw new IllegalStateException(); //~? uncaught-exception
        });
        dying.start();
        while (!begun) {
            Thread.onSpinWait();
        }
        dying.setUncaughtExceptionHandler((thread, failure) -> taken = true);
        dying.join();
        assert !taken; //~ assertion-failure
        assert taken; //~ assertion-failure
    }
}
