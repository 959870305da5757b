/** Two-phase commit whose coordinator may fail before it decides: the participant that has voted waits forever. */
// It decides at most once.
//# holds: ltl = "[] (CoordinatorFails.decided -> [] CoordinatorFails.decided)"
//# holds: never = "CoordinatorFails.done && !CoordinatorFails.decided"
// No fairness brings a failed coordinator back.
//# fails: response = ["CoordinatorFails.voted", "CoordinatorFails.done"]
//# fails: response = ["CoordinatorFails.voted", "CoordinatorFails.done"]; fairness = "strong"
// One that has decided is heard.
//# holds: response = ["CoordinatorFails.decided", "CoordinatorFails.done"]
public class CoordinatorFails {
    static volatile boolean voted, decided, done, failed;

    public static void main(String[] args) {
        new Thread(() -> {
            voted = true;
            while (!decided) { }
            done = true;
        }, "participant").start();
        new Thread(() -> {
            while (!voted) { }
            if (!failed) {
                decided = true;
            }
        }, "coordinator").start();
        failed = true;
    }
}
