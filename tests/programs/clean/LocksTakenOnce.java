// The same as LocksTakenAgain without the inner locks: as many states and transitions.
public class LocksTakenOnce {
    static int count;

    static synchronized void add() {
        count++;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(LocksTakenOnce::add);
        other.start();
        add();
        other.join();
        assert count == 2;
    }
}
