/** Two-phase commit: a coordinator, two participants, and one of them may have lost its patience. */
// All that is done is what the coordinator has decided, and it decides once.
//# holds: never = "TwoPhaseCommit.done1 == 1 && TwoPhaseCommit.done2 == 2 || TwoPhaseCommit.done1 == 2 && TwoPhaseCommit.done2 == 1"
// It commits if both have voted for that.
//# holds: always = "TwoPhaseCommit.decision == 1 -> TwoPhaseCommit.vote1 == 1 && TwoPhaseCommit.vote2 == 1"
//# holds: precedence = ["TwoPhaseCommit.vote2 != 0", "TwoPhaseCommit.done1 != 0"]
// Everybody goes on in a fair run.
//# holds: ltl = "<> (TwoPhaseCommit.done1 != 0 && TwoPhaseCommit.done2 != 0)"
// The coordinator may look for votes forever.
//# fails: ltl = "<> (TwoPhaseCommit.done1 != 0 && TwoPhaseCommit.done2 != 0)"; fairness = "none"
// The impatient one may vote either way.
//# fails: existence = "TwoPhaseCommit.decision == 1"
//# fails: never = "TwoPhaseCommit.decision == 1"
// One is done before the other one.
//# fails: always = "TwoPhaseCommit.done1 == TwoPhaseCommit.done2"
public class TwoPhaseCommit {
    static volatile int vote1, vote2, decision, done1, done2;
    static volatile boolean impatient;

    public static void main(String[] args) {
        new Thread(() -> {
            vote1 = 1;
            while (decision == 0) { }
            done1 = decision;
        }, "one").start();
        new Thread(() -> {
            vote2 = impatient ? 2 : 1;
            while (decision == 0) { }
            done2 = decision;
        }, "two").start();
        new Thread(() -> {
            while (vote1 == 0 || vote2 == 0) { }
            decision = vote1 == 1 && vote2 == 1 ? 1 : 2;
        }, "coordinator").start();
        impatient = true;
    }
}
