//@ jdk: 11
import java.util.concurrent.atomic.AtomicBoolean;

public class AtomicBooleanPublishes {
    static int data;
    static final AtomicBoolean READY = new AtomicBoolean();

    public static void main(String[] args) {
        new Thread(() -> {
            data = 7;
            READY.set(true);
        }).start();
        while (!READY.get()) {
            Thread.onSpinWait();
        }
        assert data == 7;
    }
}
