// Only the outermost lock and its release can be seen by others.
public class LocksTakenAgain {
    static int count;

    static synchronized void add() {
        synchronized (LocksTakenAgain.class) {
            addInside();
        }
    }

    static synchronized void addInside() {
        count++;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(LocksTakenAgain::add);
        other.start();
        add();
        other.join();
        assert count == 2;
    }
}
