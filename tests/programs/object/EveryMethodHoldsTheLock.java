// Correct, and nothing else is claimed: with nothing on the stack, pop throws, and that is its caller's business.
//@ target: object
//@ assumes: object-under-test
import java.util.ArrayDeque;
import java.util.Deque;

public class EveryMethodHoldsTheLock {
    private final Deque<Object> stack = new ArrayDeque<>();

    public synchronized void push(Object item) {
        stack.push(item);
    }

    public synchronized Object pop() {
        return stack.pop();
    }

    public synchronized int size() {
        assert stack.size() < 2;
        return stack.size();
    }
}
