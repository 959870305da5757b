//@ verdict: violated
import java.util.concurrent.ConcurrentLinkedDeque;

/** Who takes the first element may have found it before another one was put there. */
public class DequeGivesWhatIsNotFirst {
    static final ConcurrentLinkedDeque<Integer> DEQUE = new ConcurrentLinkedDeque<>();
    static Integer seen;

    public static void main(String[] args) throws InterruptedException {
        DEQUE.add(5);
        Thread other = new Thread(() -> {
            DEQUE.addFirst(3);
            seen = DEQUE.peekLast();
        });
        other.start();
        int first = DEQUE.pollFirst();
        other.join();
        assert first != 5 || seen == null || seen == 3; //~ assertion-failure
    }
}
