// The handler runs in the dying thread, which is not over before it ends. What it takes is no finding.
//@ findings: 1
public class DefaultHandlerRacesWithMain {
    static int failures;

    public static void main(String[] args) {
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {
            failures = 1; //~ data-race "failures"
        });
        new Thread(() -> {
            throw new IllegalStateException("failed");
        }).start();
        assert failures < 2;
    }
}
