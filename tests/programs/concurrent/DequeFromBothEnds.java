import java.util.concurrent.LinkedBlockingDeque;

public class DequeFromBothEnds {
    public static void main(String[] args) throws InterruptedException {
        LinkedBlockingDeque<Integer> deque = new LinkedBlockingDeque<>(2);
        Thread other = new Thread(() -> {
            try {
                deque.putFirst(1);
                deque.putLast(2);
                deque.putLast(3);
            } catch (InterruptedException stop) {
                throw new IllegalStateException(stop);
            }
        });
        other.start();
        assert deque.takeFirst() == 1;
        assert deque.takeFirst() + deque.takeLast() == 5;
        other.join();
        assert deque.isEmpty();
    }
}
