import java.util.concurrent.ConcurrentLinkedDeque;

/** The polls hold a lock, who peeks does not. */
public class PeeksBetweenTwoPolls {
    static final Object LOCK = new Object();
    static final ConcurrentLinkedDeque<Integer> DEQUE = new ConcurrentLinkedDeque<>();
    static Integer seen;

    public static void main(String[] args) throws InterruptedException {
        DEQUE.add(1);
        DEQUE.add(2);
        DEQUE.add(3);
        Thread other = new Thread(() -> seen = DEQUE.peekFirst());
        other.start();
        synchronized (LOCK) {
            DEQUE.pollFirst();
            DEQUE.pollFirst();
        }
        other.join();
        assert seen != 2; //~ assertion-failure
    }
}
