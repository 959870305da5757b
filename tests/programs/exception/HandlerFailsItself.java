// A handler takes what leaves its thread, and nobody takes what the handler throws: the machine prints a line and ignores it.
public class HandlerFailsItself {
    static final class Asserts implements Thread.UncaughtExceptionHandler {
        @Override
        public void uncaughtException(Thread thread, Throwable thrown) {
            assert thrown.getMessage() == null; //~ assertion-failure
        }
    }

    static Object nothing;

    public static void main(String[] args) {
        Thread first = new Thread(() -> {
            throw new IllegalStateException("first");
        });
        first.setUncaughtExceptionHandler((thread, thrown) -> nothing.hashCode()); //~ uncaught-exception "NullPointerException"
        first.start();
        Thread second = new Thread(() -> {
            throw new IllegalStateException("second");
        });
        second.setUncaughtExceptionHandler(new Asserts());
        second.start();
    }
}
