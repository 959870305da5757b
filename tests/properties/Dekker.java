/** Dekker's algorithm: two flags, and a turn for who insists. */
// Whoever goes in has its flag up and has seen the other one down; both cannot have.
//# holds: always = "threads(Dekker.critical) <= 1"
// The turn goes to the other one with each visit, and a fair run lets whoever has it see that.
//# holds: response = ["Dekker.wantsA", "Dekker.doneA"]
//# holds: ltl = "<> Dekker.doneA && <> Dekker.doneB"
// Without fairness one may spin forever.
//# fails: response = ["Dekker.wantsA", "Dekker.doneA"]; fairness = "none"
// Either may be the first.
//# fails: precedence = ["Dekker.doneA", "Dekker.doneB"]
// One may give way.
//# fails: ltl = "[] (Dekker.wantsB -> (Dekker.wantsB U Dekker.doneB))"
// The turn is the first one's: it does not.
//# holds: ltl = "[] (Dekker.wantsA -> (Dekker.wantsA U Dekker.doneA))"
public class Dekker {
    static volatile boolean wantsA, wantsB, doneA, doneB;
    static volatile int turn;

    static void critical() { }

    public static void main(String[] args) {
        new Thread(() -> {
            wantsA = true;
            while (wantsB) {
                if (turn != 0) {
                    wantsA = false;
                    while (turn != 0) { }
                    wantsA = true;
                }
            }
            critical();
            doneA = true;
            turn = 1;
            wantsA = false;
        }, "a").start();
        new Thread(() -> {
            wantsB = true;
            while (wantsA) {
                if (turn != 1) {
                    wantsB = false;
                    while (turn != 1) { }
                    wantsB = true;
                }
            }
            critical();
            doneB = true;
            turn = 0;
            wantsB = false;
        }, "b").start();
    }
}
