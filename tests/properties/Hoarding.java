/** Two that are polite to each other forever: both move, and nobody gets on. */
//# fails: existence = "Hoarding.through"
//# fails: existence = "Hoarding.through"; fairness = "strong"
public class Hoarding {
    static volatile boolean wantsA, wantsB, through;

    public static void main(String[] args) {
        new Thread(() -> {
            wantsA = true;
            while (wantsB) {
                wantsA = false;
                wantsA = true;
            }
            through = true;
            wantsA = false;
        }, "a").start();
        new Thread(() -> {
            wantsB = true;
            while (wantsA) {
                wantsB = false;
                wantsB = true;
            }
            through = true;
            wantsB = false;
        }, "b").start();
    }
}
