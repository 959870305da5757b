/** A thread that is made and never started takes a number, which the next name by default tells. */
public class NumberOfUnusedThread {
    static volatile int turn, other;

    public static void main(String[] args) throws InterruptedException {
        Thread later = new Thread(() -> other = 3, "later");
        Thread turner = new Thread(() -> turn = 1, "turner");
        turner.start();
        if (turn == 0) {
            new Thread(() -> { });
        }
        turner.join();
        later.start();
        other = 2;
        later.join();
        Thread last = new Thread(() -> { });
        assert last.getName().equals("Thread-1"); //~ assertion-failure
    }
}
