//@ set: search.progress=true
//@ assumes: fair-threads
/** Whoever takes a lock again and again may take it forever before one that waits for it. */
public class GreedyThreadStarvesAnother {
    static final Object lock = new Object();
    static boolean stop;

    public static void main(String[] args) {
        new Thread(() -> {
            while (true) {
                synchronized (lock) { //~ livelock "may starve"
                    if (stop) {
                        return;
                    }
                } //~? livelock
            }
        }, "greedy").start();
        new Thread(() -> {
            synchronized (lock) {
                stop = true;
            }
        }, "modest").start();
    }
}
