// Two threads loop forever, each by itself, and have nothing in common with the one that fails: it is not left out for them.
public class FailsBesideTwoThatNeverEnd {
    static volatile int one;
    static volatile int other;
    static volatile int told;

    public static void main(String[] args) {
        new Thread(() -> {
            for (;;) {
                one = 1 - one; //~ infinite-loop
            }
        }).start();
        new Thread(() -> {
            for (;;) {
                other = 1 - other;
            }
        }).start();
        new Thread(() -> {
            assert told == 0; //~ assertion-failure
        }).start();
        new Thread(() -> told = 1).start();
    }
}
