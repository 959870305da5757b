/** Who calls `System.exit` leaves no method, and what others have not done is never done. */
//# holds: ltl = "<> at(EndOfTheMachine.exits)"
//# fails: ltl = "<> left(EndOfTheMachine.exits)"
//# fails: ltl = "[] (at(EndOfTheMachine.exits) -> <> !at(EndOfTheMachine.exits))"
// The other one may be the first, and may never come.
//# fails: existence = "EndOfTheMachine.late"; fairness = "strong"
//# fails: absence = "EndOfTheMachine.late"
//# holds: existence = "EndOfTheMachine.early"
public class EndOfTheMachine {
    static volatile boolean early, late;

    static void exits() {
        System.exit(3);
    }

    public static void main(String[] args) {
        early = true;
        new Thread(() -> late = true, "other").start();
        exits();
    }
}
