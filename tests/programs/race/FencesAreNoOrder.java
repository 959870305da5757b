//@ jdk: 11
import java.lang.invoke.VarHandle;

/** By the letter: fences order no plain accesses. */
public class FencesAreNoOrder {
    static int sequence;
    static int slot;

    public static void main(String[] args) {
        new Thread(() -> {
            slot = 42;
            VarHandle.releaseFence();
            sequence = 1; //~ data-race "a fence does not order plain accesses"
        }).start();
        int seen = sequence;
        VarHandle.acquireFence();
        assert seen == 0 || slot == 42;
    }
}
