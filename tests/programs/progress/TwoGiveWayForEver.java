//@ set: search.progress=true
//@ assumes: fair-threads
/** Two that are polite to each other: each takes its wish back while the other one has one, and both may do so forever. */
public class TwoGiveWayForEver {
    static volatile boolean wantsA, wantsB;

    public static void main(String[] args) {
        new Thread(() -> {
            wantsA = true;
            while (wantsB) { //~ livelock
                wantsA = false;
                wantsA = true; //~? livelock
            }
            wantsA = false;
        }, "a").start();
        new Thread(() -> {
            wantsB = true;
            while (wantsA) { //~? livelock
                wantsB = false;
                wantsB = true; //~? livelock
            }
            wantsB = false;
        }, "b").start();
    }
}
