// Two threads go round forever and have nothing in common with the one that fails: it is not left out for them.
public class FailsBesideTwoThatNeverEnd {
    static volatile int turn;
    static volatile int written;

    static void pass(int from, int to) {
        for (;;) {
            if (turn == from) { //~ infinite-loop
                turn = to;
            }
        }
    }

    public static void main(String[] args) {
        new Thread(() -> pass(0, 1)).start();
        new Thread(() -> pass(1, 0)).start();
        new Thread(() -> written = 1).start();
        assert written == 0; //~ assertion-failure
    }
}
