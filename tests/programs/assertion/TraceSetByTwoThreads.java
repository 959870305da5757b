/** Two threads replace the trace of one exception; others ask for it when both have ended. */
public class TraceSetByTwoThreads {
    static final Exception SHARED = new Exception();
    static volatile int left, right;

    static void replace(StackTraceElement... elements) {
        SHARED.setStackTrace(elements);
    }

    public static void main(String[] args) throws InterruptedException {
        StackTraceElement element = new StackTraceElement("Till", "sell", "Till.java", 7);
        Thread first = new Thread(() -> replace());
        Thread second = new Thread(() -> replace(element));
        first.start();
        second.start();
        first.join();
        second.join();
        Thread later = new Thread(() -> {
            left = 1;
            left = right;
        });
        later.start();
        right = 1;
        right = left;
        later.join();
        assert SHARED.getStackTrace().length == 1; //~ assertion-failure
    }
}
