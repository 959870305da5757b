import java.util.concurrent.atomic.AtomicBoolean;

// The clock is read outside of the method in which the loop meets the other thread: time runs out all the same.
public class PollsTheClockBehindACall {
    //@ assumes: virtual-clock
    static volatile boolean stop;
    static volatile int done, more;
    static final AtomicBoolean ready = new AtomicBoolean();

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            while (!stop && !ready.compareAndSet(true, false)) {
                Thread.yield();
            }
            done = 1;
        });
        other.start();
        for (int i = 0; i < 2; i++) {
            long end = System.currentTimeMillis() + 1000;
            while (isBehind()) {
                if (System.currentTimeMillis() > end) {
                    break;
                }
            }
        }
        stop = true;
        other.join();
    }

    static boolean isBehind() {
        int known = done;
        return known + more == 0;
    }
}
