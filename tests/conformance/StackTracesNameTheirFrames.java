public class StackTracesNameTheirFrames {
    final int value;

    StackTracesNameTheirFrames(int value) {
        if (value < 0) {
            throw new IllegalArgumentException("negative: " + value);
        }
        this.value = value;
    }

    static void first(Throwable t) {
        StackTraceElement top = t.getStackTrace()[0];
        System.out.println(t + " at " + top.getClassName() + "." + top.getMethodName() + ":" + top.getLineNumber() + " in " + top.getFileName());
    }

    static int recurse(int n) {
        return n == 0 ? 10 / n : recurse(n - 1) + 1;
    }

    @SuppressWarnings("serial")
    static class Failure extends Exception {
        Failure(String message, Throwable cause) {
            super(message, cause);
        }
    }

    public static void main(String[] args) {
        try {
            new StackTracesNameTheirFrames(-4);
        } catch (IllegalArgumentException e) {
            first(e);
        }
        try {
            recurse(3);
        } catch (ArithmeticException e) {
            first(e);
            System.out.println(e.getStackTrace().length + " frames");
            for (StackTraceElement element : e.getStackTrace()) {
                System.out.println(element);
            }
            Failure failure = new Failure("wrapped", e);
            first(failure);
            first(failure.getCause());
        }
        RuntimeException created = new RuntimeException("made here");
        try {
            throw created;
        } catch (RuntimeException e) {
            first(e);
        }
        try {
            int[] numbers = {1};
            numbers
                [0] /= args.length;
        } catch (ArithmeticException e) {
            first(e);
        }
        Exception bare = new Exception((String) null);
        bare.addSuppressed(new Error("kept"));
        System.out.println(bare.getMessage() + " " + bare.getSuppressed()[0] + " " + bare.getCause());
        Thread self = Thread.currentThread();
        System.out.println(self.getStackTrace()[1].getMethodName());
    }
}
