//@ jdk: 9
//@ assumes: thread-states
import java.util.concurrent.CopyOnWriteArrayList;

// The list copies itself while it holds a monitor.
public class BlockedWithinAnOperation {
    static final CopyOnWriteArrayList<Integer> LIST = new CopyOnWriteArrayList<>();

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> LIST.add(1));
        Thread other = new Thread(() -> LIST.add(2));
        one.start();
        other.start();
        assert one.getState() != Thread.State.BLOCKED; //~ assertion-failure
    }
}
