import java.util.concurrent.atomic.AtomicIntegerArray;

// The size is read, then the last element; a second thread takes elements away from the end.
public class QueueIsShrunkWhileRead {
    static final AtomicIntegerArray elements = new AtomicIntegerArray(new int[] {7, 7, 7, 7, 7, 7});
    static volatile int size = 6;

    public static void main(String[] args) {
        new Thread(() -> {
            int end = size;
            if (end == 3) {
                assert elements.get(end - 1) == 7;
            }
        }).start();
        new Thread(() -> {
            for (int i = 5; i >= 0; i--) {
                size = i;
                elements.set(i, 0);
            }
        }).start();
        for (int i = 0; i < 6; i++) {
            new Thread(() -> {
                for (int at = 0; at < 6; at++) {
                    elements.get(at);
                }
            }).start();
        }
    }
}
