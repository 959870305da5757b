//@ jdk: 8 to 8
import java.util.concurrent.ConcurrentLinkedDeque;

// Who loses the element that it has found goes on from there and comes to the end, though the deque never was empty.
public class DequeOfEightGivesNothing {
    public static void main(String[] args) throws InterruptedException {
        ConcurrentLinkedDeque<String> deque = new ConcurrentLinkedDeque<>();
        deque.add("old");
        String[] taken = new String[1];
        Thread other = new Thread(() -> taken[0] = deque.pollFirst());
        other.start();
        deque.addFirst("new");
        boolean fromTheBack = "old".equals(deque.pollLast());
        other.join();
        assert !fromTheBack || taken[0] != null; //~ assertion-failure
    }
}
