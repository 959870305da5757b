//@ jdk: 17
import java.util.concurrent.locks.LockSupport;

// The blocker of a thread is set and read with opaque accesses: on a machine with store buffers both may miss what the other one has stored.
public class BlockerIsReadOpaquely {
    //@ assumes: sequential-consistency
    static volatile boolean started;

    public static void main(String[] args) throws InterruptedException {
        boolean[] unseen = new boolean[2];
        Thread other = new Thread(() -> {
            LockSupport.setCurrentBlocker("work");
            unseen[0] = !started;
        });
        other.start();
        started = true;
        unseen[1] = LockSupport.getBlocker(other) == null;
        other.join();
        assert !unseen[0] || !unseen[1];
    }
}
