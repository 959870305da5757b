import java.util.concurrent.ConcurrentLinkedDeque;

// As DequeElementIsSeenByARemoval, by the predicate of `removeIf`.
public class DequeElementIsSeenByAFilter {
    static boolean seen;

    public static void main(String[] args) throws InterruptedException {
        ConcurrentLinkedDeque<String> deque = new ConcurrentLinkedDeque<>();
        deque.add("old");
        String[] taken = new String[1];
        Thread other = new Thread(() -> taken[0] = deque.pollFirst());
        other.start();
        deque.addFirst("new");
        deque.removeIf(element -> {
            seen |= element.equals("old");
            return false;
        });
        other.join();
        assert !seen || taken[0].equals("new"); //~ assertion-failure
    }
}
