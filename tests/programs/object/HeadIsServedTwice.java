// The head is looked at, and then removed: two threads look at the same one.
//@ jdk: 11
//@ target: object
//@ set: object.calls=1
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

public class HeadIsServedTwice {
    private final ConcurrentLinkedQueue<Integer> waiting = new ConcurrentLinkedQueue<>(List.of(1, 2));

    public Integer serve() {
        Integer head = waiting.peek(); //~ not-linearizable "first: serve() = 1; second: serve() = 1"
        if (head != null) {
            waiting.poll();
        }
        return head;
    }
}
