public class FinallyRunsInOrder {
    static StringBuilder log = new StringBuilder();

    @SuppressWarnings("finally")
    static int overridden() {
        try {
            return 1;
        } finally {
            return 2;
        }
    }

    static int kept() {
        int x = 1;
        try {
            return x;
        } finally {
            x = 5;
            log.append("finally ");
        }
    }

    @SuppressWarnings("finally")
    static String swallowed() {
        for (int i = 0; ; i++) {
            try {
                throw new IllegalStateException("lost");
            } finally {
                if (i < 2) {
                    continue;
                }
                break;
            }
        }
        return "out";
    }

    static void nested(int depth) {
        try {
            if (depth == 0) {
                throw new RuntimeException("deep");
            }
            nested(depth - 1);
        } catch (IllegalArgumentException e) {
            log.append("never");
        } finally {
            log.append(depth).append(' ');
        }
    }

    static String rethrown() {
        try {
            try {
                Object o = "s";
                Integer i = (Integer) o;
                return "no " + i;
            } catch (ClassCastException e) {
                throw new RuntimeException("wrapped", e);
            } finally {
                log.append("inner ");
            }
        } catch (RuntimeException e) {
            return e.getMessage() + " by " + e.getCause().getClass().getSimpleName();
        }
    }

    @SuppressWarnings("finally")
    public static void main(String[] args) {
        System.out.println(overridden() + " " + kept() + " " + swallowed());
        try {
            nested(3);
        } catch (RuntimeException e) {
            log.append(e.getMessage()).append(' ');
        }
        System.out.println(rethrown());
        try {
            try {
                throw new Error("first");
            } finally {
                throw new Exception("second");
            }
        } catch (Throwable t) {
            System.out.println(t);
        }
        System.out.println(log);
    }
}
