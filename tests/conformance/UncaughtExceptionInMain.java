public class UncaughtExceptionInMain {
    static void deep(int n) {
        if (n == 0) {
            throw new IllegalStateException("nobody catches this");
        }
        deep(n - 1);
    }

    public static void main(String[] args) {
        System.out.println("before");
        try {
            deep(2);
        } finally {
            System.out.println("finally");
        }
        System.out.println("never");
    }
}
