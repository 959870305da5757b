// Where a time-out may come at any moment, a timed join promises nothing.
//@ set: search.timeouts=always
//@ needs: time-out
//@ findings: 1
public class TimedJoinDoesNotOrder {
    static int result;

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> result = 1); //~ data-race "result"
        worker.start();
        worker.join(100);
        String.valueOf(result);
    }
}
