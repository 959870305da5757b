//@ jdk: 11
//@ set: search.progress=true
//@ assumes: fair-threads
/** A loop that another thread ends in each fair run is no livelock. */
public class SpinsUntilAnotherEndsIt {
    static volatile boolean ready, done;

    public static void main(String[] args) {
        new Thread(() -> {
            while (!ready) {
                Thread.onSpinWait();
            }
            done = true;
        }, "spinner").start();
        new Thread(() -> {
            ready = true;
            while (!done) {
                Thread.yield();
            }
        }, "worker").start();
    }
}
