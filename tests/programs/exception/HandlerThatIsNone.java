// A field of that name in a class of the program's own is not the thread's handler.
public class HandlerThatIsNone {
    static class Worker extends Thread {
        final UncaughtExceptionHandler uncaughtExceptionHandler = (thread, failure) -> { };

        @Override
        public void run() {
            throw new IllegalStateException(); //~ uncaught-exception
        }
    }

    public static void main(String[] args) {
        new Worker().start();
    }
}
