/** The same as TwoGiveWayForEver: without being asked, a livelock beside runs that end is none. */
public class GivesWayForEverUnasked {
    static volatile boolean wantsA, wantsB;

    public static void main(String[] args) {
        new Thread(() -> {
            wantsA = true;
            while (wantsB) {
                wantsA = false;
                wantsA = true;
            }
            wantsA = false;
        }, "a").start();
        new Thread(() -> {
            wantsB = true;
            while (wantsA) {
                wantsB = false;
                wantsB = true;
            }
            wantsB = false;
        }, "b").start();
    }
}
