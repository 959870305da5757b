// The trace that one thread sets is another one's own as soon as nobody else has the throwable any more.
public class TraceOfAThrowableThatIsGone {
    static volatile Throwable kept;
    static volatile int seen;

    static String where(Throwable thrown) {
        return thrown.getStackTrace()[0].getMethodName();
    }

    public static void main(String[] args) throws Exception {
        kept = new Throwable();
        Thread setter = new Thread(() -> {
            Throwable thrown = kept;
            StackTraceElement element = new StackTraceElement("A", "method", null, 1);
            thrown.setStackTrace(new StackTraceElement[] {element});
            seen++;
            if (element.getLineNumber() != 1) {
                throw new AssertionError();
            }
        });
        Thread reader = new Thread(() -> {
            Throwable thrown = kept;
            String first = where(thrown);
            String second = where(thrown);
            assert first.equals("main") || second.equals("method");
        });
        setter.start();
        reader.start();
        kept = new IllegalStateException();
        setter.join();
        reader.join();
    }
}
