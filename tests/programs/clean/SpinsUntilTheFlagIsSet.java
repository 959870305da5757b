public class SpinsUntilTheFlagIsSet {
    static long result;
    static volatile boolean done;

    public static void main(String[] args) {
        new Thread(() -> {
            result = 1L << 35;
            done = true;
        }).start();
        while (!done) {
            Thread.yield();
        }
        assert result == 1L << 35;
    }
}
