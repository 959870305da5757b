// A thread's group is the handler that it would have anyway: it prints.
public class HandlerOfTheLibraryTakesNothing {
    public static void main(String[] args) {
        Thread failing = new Thread(() -> {
            throw new IllegalStateException("failed"); //~ uncaught-exception "IllegalStateException"
        });
        failing.setUncaughtExceptionHandler(failing.getThreadGroup());
        failing.start();
    }
}
