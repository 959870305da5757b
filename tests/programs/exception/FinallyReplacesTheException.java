//@ findings: 1
public class FinallyReplacesTheException {
    @SuppressWarnings("finally")
    static void close() {
        try {
            throw new IllegalArgumentException("the first");
        } finally {
            throw new IllegalStateException("the second"); //~ uncaught-exception "IllegalStateException"
        }
    }

    public static void main(String[] args) {
        new Thread(FinallyReplacesTheException::close).start();
    }
}
