import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A write in opaque mode is seen in the end, and nothing that came before it with it. */
//@ jdk: 11
public class OpaqueFlagPublishesNothing {
    private static final VarHandle READY;

    static {
        try {
            READY = MethodHandles.lookup().findVarHandle(OpaqueFlagPublishesNothing.class, "ready", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private boolean ready;
    private int answer;

    public static void main(String[] args) {
        OpaqueFlagPublishesNothing box = new OpaqueFlagPublishesNothing();
        new Thread(() -> {
            box.answer = 42; //~ data-race "no happens-before order"
            READY.setOpaque(box, true);
        }).start();
        if ((boolean) READY.getOpaque(box)) {
            System.out.println(box.answer);
        }
    }
}
