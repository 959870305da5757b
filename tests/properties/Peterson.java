/** Peterson's algorithm: mutual exclusion, and under weak fairness each who asks gets in. */
//# holds: never = "Peterson.inA && Peterson.inB"
//# holds: response = ["Peterson.wantsA", "Peterson.doneA"]
//# holds: response = ["Peterson.wantsB", "Peterson.doneB"]
//# holds: precedence = ["Peterson.wantsA", "Peterson.inA"]
//# holds: existence = "Peterson.inA"; before = "Peterson.doneA"
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
