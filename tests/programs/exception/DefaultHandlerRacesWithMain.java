// The handler runs in the dying thread, which is not over before it ends.
//@ findings: 2
public class DefaultHandlerRacesWithMain {
    static int failures;

    public static void main(String[] args) {
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {
            failures = 1; //~ data-race "failures"
        });
        new Thread(() -> {
            throw new IllegalStateException("failed"); //~ uncaught-exception "IllegalStateException"
        }).start();
        assert failures < 2;
    }
}
