//@ set: search.progress=true
/** A loop that reads and compares: another thread that changes the value forever is what keeps it from ending. */
public class CompareAndSetFailsForEver {
    static final java.util.concurrent.atomic.AtomicInteger value = new java.util.concurrent.atomic.AtomicInteger();
    static volatile boolean through;

    public static void main(String[] args) {
        new Thread(() -> {
            while (true) {
                int seen = value.get(); //~ livelock
                if (value.compareAndSet(seen, 2)) { //~? livelock
                    break;
                }
            }
            through = true;
        }, "a").start();
        new Thread(() -> {
            while (!through) { //~? livelock
                value.set(0); //~? livelock
                value.set(1); //~? livelock
            }
        }, "b").start();
    }
}
