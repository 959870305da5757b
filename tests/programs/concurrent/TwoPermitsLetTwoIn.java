import java.util.concurrent.Semaphore;

public class TwoPermitsLetTwoIn {
    static final Semaphore PERMITS = new Semaphore(2);
    static int open;

    static void use() {
        PERMITS.acquireUninterruptibly();
        open++; //~ data-race "open"
        PERMITS.release();
    }

    public static void main(String[] args) {
        new Thread(TwoPermitsLetTwoIn::use).start();
        use();
    }
}
