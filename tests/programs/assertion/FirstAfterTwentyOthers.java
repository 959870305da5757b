// A random walk sees it once in a million runs: the first operation of one thread comes after all those of the other one.
public class FirstAfterTwentyOthers {
    static volatile boolean first;
    static volatile int rounds;

    public static void main(String[] args) {
        new Thread(() -> {
            for (int i = 0; i < 20; i++) {
                rounds = i;
            }
            assert first; //~ assertion-failure
        }).start();
        new Thread(() -> first = true).start();
    }
}
