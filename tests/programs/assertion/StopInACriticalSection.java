/** {@code Thread.stop} ends a thread between two writes under a lock, and gives the lock free: who takes it next sees one of them. */
//@ jdk: 8 to 17
public class StopInACriticalSection {
    private int credit;
    private int debit;

    private synchronized void move() {
        credit++;
        debit++;
    }

    private synchronized boolean isBalanced() {
        return credit == debit;
    }

    @SuppressWarnings({"deprecation", "removal"})
    public static void main(String[] args) throws InterruptedException {
        StopInACriticalSection books = new StopInACriticalSection();
        Thread worker = new Thread(books::move);
        worker.start();
        worker.stop();
        worker.join();
        assert books.isBalanced(); //~ assertion-failure "main throws AssertionError"
    }
}
