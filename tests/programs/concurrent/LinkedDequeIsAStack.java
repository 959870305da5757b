import java.util.concurrent.ConcurrentLinkedDeque;

public class LinkedDequeIsAStack {
    public static void main(String[] args) throws InterruptedException {
        ConcurrentLinkedDeque<Integer> deque = new ConcurrentLinkedDeque<>();
        deque.push(1);
        Thread other = new Thread(() -> {
            deque.push(2);
            deque.addLast(0);
        });
        other.start();
        int top = deque.pop();
        other.join();
        assert top + deque.pop() == 3;
        assert deque.pollLast() == 0 && deque.isEmpty();
    }
}
