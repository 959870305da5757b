/** A loop that another thread will end: a fair run leaves it. */
//# holds: response = ["Spin.asked", "Spin.done"]
//# holds: ltl = "<> done"; atoms = { done = "Spin.done" }
//# fails: response = ["Spin.asked", "Spin.done"]; fairness = "none"
//# holds: ltl = "[] (done -> [] done)"; atoms = { done = "Spin.done" }
//# holds: ltl = "!done U asked"; atoms = { done = "Spin.done", asked = "Spin.asked" }
//# fails: ltl = "[] <> !done"; atoms = { done = "Spin.done" }
public class Spin {
    static volatile boolean asked, done;

    public static void main(String[] args) {
        new Thread(() -> {
            while (!done) {
                Thread.onSpinWait();
            }
        }, "spinner").start();
        new Thread(() -> {
            asked = true;
            done = true;
        }, "worker").start();
    }
}
