// Opposite orders in threads of which one has ended before the other is there.
public class StartAndJoinOrderTheLocks {
    static final Object a = new Object();
    static final Object b = new Object();
    static int count;

    static void take(Object outer, Object inner) {
        synchronized (outer) {
            synchronized (inner) {
                // Nothing.
            }
        }
        count++;
    }

    public static void main(String[] args) throws Exception {
        Thread bystander = new Thread(() -> { });
        bystander.start();
        Thread first = new Thread(() -> take(a, b));
        first.start();
        first.join();
        Thread second = new Thread(() -> take(b, a));
        second.start();
        second.join();
        count++;
    }
}
