/** `main` is a method too, which the machine calls. */
//# fails: never = "entered(MainIsEnteredAndLeft.main)"
//# fails: never = "left(MainIsEnteredAndLeft.main)"
//# holds: ltl = "<> left(MainIsEnteredAndLeft.main)"
//# holds: ltl = "[] (at(MainIsEnteredAndLeft.main) -> <> left(MainIsEnteredAndLeft.main))"
//# fails: always = "at(MainIsEnteredAndLeft.main)"
//# fails: never = "left(MainIsEnteredAndLeft$Worker.run)"
public class MainIsEnteredAndLeft {
    static volatile int count;

    static class Worker extends Thread {
        @Override public void run() {
            count = 3;
            count = 4;
        }
    }

    public static void main(String[] args) {
        new Worker().start();
        count = 1;
    }
}
