/** Two methods that never end, called from the same one: which of them it is depends on who comes first. Each is a finding of its own. */
//@ findings: 2
class EitherOfTwoLoopsForever {
    static volatile int first;
    static volatile int seen;

    public static void main(String[] args) {
        Thread other = new Thread(() -> first = 1);
        other.start();
        if (first == 1) {
            reads();
        } else {
            writes();
        }
    }

    static void reads() {
        while (true) {
            int now = seen; //~ infinite-loop
        }
    }

    static void writes() {
        while (true) {
            visit(); //~ infinite-loop
        }
    }

    static void visit() {
        seen = 0;
    }
}
