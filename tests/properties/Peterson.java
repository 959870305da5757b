/** Peterson's algorithm: mutual exclusion, and under weak fairness each who asks gets in. */
// Who goes in second sees that the other one wants to, and that the turn is not its own.
//# holds: never = "Peterson.inA && Peterson.inB"
// The turn is given away before the wait, and a fair run lets whoever has it see that.
//# holds: response = ["Peterson.wantsA", "Peterson.doneA"]
//# holds: response = ["Peterson.wantsB", "Peterson.doneB"]
// Without fairness one may look at the turn forever.
//# fails: response = ["Peterson.wantsA", "Peterson.doneA"]; fairness = "none"
// Each asks before it goes in, and goes in before it is done.
//# holds: precedence = ["Peterson.wantsA", "Peterson.inA"]
//# holds: existence = "Peterson.inA"; before = "Peterson.doneA"
// It does go in, also while the other one waits, and either may be the first.
//# fails: absence = "Peterson.inA"; after = "Peterson.wantsA"
//# fails: never = "Peterson.inA && Peterson.wantsB"
//# fails: precedence = ["Peterson.inA", "Peterson.inB"]
public class Peterson {
    static volatile boolean wantsA, wantsB, inA, inB, doneA, doneB;
    static volatile int turn;

    public static void main(String[] args) {
        new Thread(() -> {
            wantsA = true;
            turn = 1;
            while (wantsB && turn == 1) { }
            inA = true;
            inA = false;
            doneA = true;
        }, "a").start();
        new Thread(() -> {
            wantsB = true;
            turn = 0;
            while (wantsA && turn == 0) {
                if (doneA) {
                    break;
                }
            }
            inB = true;
            inB = false;
            doneB = true;
            wantsB = false;
        }, "b").start();
    }
}
