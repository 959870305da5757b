import java.util.concurrent.ConcurrentLinkedDeque;

/** An element is offered, without the lock, between the peek and the poll. */
public class PeeksAndPollsUnderALockOfItsOwn {
    static final Object LOCK = new Object();
    static final ConcurrentLinkedDeque<Integer> DEQUE = new ConcurrentLinkedDeque<>();

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> DEQUE.offerLast(2));
        other.start();
        Integer seen;
        Integer taken;
        synchronized (LOCK) {
            seen = DEQUE.peekFirst();
            taken = DEQUE.pollFirst();
        }
        other.join();
        assert seen != null || taken == null; //~ assertion-failure
    }
}
