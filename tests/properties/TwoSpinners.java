/** Two threads wait for what never happens: the round that is fair to both passes one state twice. */
//# fails: ltl = "<> TwoSpinners.done"
//# fails: ltl = "<> TwoSpinners.done"; fairness = "strong"
//# fails: ltl = "<> TwoSpinners.done"; fairness = "none"
//# holds: ltl = "[] !TwoSpinners.done"
public class TwoSpinners {
    static volatile int left, right;
    static boolean done;

    public static void main(String[] args) {
        new Thread(() -> {
            while (left == 0) { }
            done = true;
        }, "left").start();
        new Thread(() -> {
            while (right == 0) { }
            done = true;
        }, "right").start();
    }
}
