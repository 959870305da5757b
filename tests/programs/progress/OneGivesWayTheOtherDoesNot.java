//@ set: search.progress=true
/** Where only one of the two gives way, each fair run ends: the other one goes through. */
public class OneGivesWayTheOtherDoesNot {
    static volatile boolean wantsA, wantsB;

    public static void main(String[] args) {
        new Thread(() -> {
            wantsA = true;
            while (wantsB) {
                wantsA = false;
                while (wantsB) { }
                wantsA = true;
            }
            wantsA = false;
        }, "a").start();
        new Thread(() -> {
            wantsB = true;
            while (wantsA) { }
            wantsB = false;
        }, "b").start();
    }
}
