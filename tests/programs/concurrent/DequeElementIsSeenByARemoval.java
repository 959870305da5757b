import java.util.concurrent.ConcurrentLinkedDeque;

// Who takes the first element may have found it before another one was put there; who removes something else sees both.
public class DequeElementIsSeenByARemoval {
    static final Object OLD = new Object();
    static boolean seen;

    static class Other {
        @Override
        public boolean equals(Object element) {
            seen |= element == OLD;
            return false;
        }

        @Override
        public int hashCode() {
            return 0;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ConcurrentLinkedDeque<Object> deque = new ConcurrentLinkedDeque<>();
        deque.add(OLD);
        Object[] taken = new Object[1];
        Thread other = new Thread(() -> taken[0] = deque.pollFirst());
        other.start();
        deque.addFirst(new Object());
        deque.remove(new Other());
        other.join();
        assert !seen || taken[0] != OLD; //~ assertion-failure
    }
}
