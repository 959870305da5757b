/** The main thread takes a lock again and again and never ends: where a round begins, another one may wait and nobody else can move. */
// The lock is free again and again, and not always: a weakly fair run may pass the other one by.
//# fails: ltl = "<> GreedyMain.got"
//# fails: ltl = "<> GreedyMain.got"; fairness = "none"
// Whoever can move again and again does.
//# holds: ltl = "<> GreedyMain.got"; fairness = "strong"
// The lock is let go in each round.
//# holds: ltl = "[] <> !locked(GreedyMain.lock)"
//# fails: ltl = "<> [] !locked(GreedyMain.lock)"
// Once it is free nobody is kept out.
//# holds: ltl = "[] (blocked(modest) -> <> !blocked(modest))"
//# fails: ltl = "[] (blocked(modest) -> <> terminated(modest))"
public class GreedyMain {
    static final Object lock = new Object();
    static volatile boolean got;
    static volatile int rounds;

    public static void main(String[] args) {
        new Thread(() -> {
            synchronized (lock) {
                got = true;
            }
        }, "modest").start();
        while (true) {
            synchronized (lock) {
                rounds = 0;
            }
        }
    }
}
