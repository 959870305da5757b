// The head is removed in the operation that gives it.
//@ jdk: 11
//@ target: object
//@ set: object.calls=2
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

public class HeadIsServedOnce {
    private final ConcurrentLinkedQueue<Integer> waiting = new ConcurrentLinkedQueue<>(List.of(1, 2));

    public Integer serve() {
        return waiting.poll();
    }
}
