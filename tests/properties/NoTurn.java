/** Flags without a turn: each may find the other's flag down, and both get in. */
//# fails: never = "NoTurn.inA && NoTurn.inB"
//# fails: always = "!NoTurn.inA || !NoTurn.inB"
//# fails: universality = "!(NoTurn.inA && NoTurn.inB)"; after = "NoTurn.wantsA"
//# fails: absence = "NoTurn.inA && NoTurn.inB"; between = ["NoTurn.wantsA", "!NoTurn.wantsA && NoTurn.started"]
//# holds: precedence = ["NoTurn.wantsB", "NoTurn.inB"]
public class NoTurn {
    static volatile boolean wantsA, wantsB, inA, inB, started;

    public static void main(String[] args) {
        new Thread(() -> {
            while (wantsB) { }
            wantsA = true;
            started = true;
            inA = true;
            inA = false;
            wantsA = false;
        }, "a").start();
        new Thread(() -> {
            while (wantsA) { }
            wantsB = true;
            inB = true;
            inB = false;
            wantsB = false;
        }, "b").start();
    }
}
