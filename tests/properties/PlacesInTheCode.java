/** Whether a thread is in a method, or in what it calls; by return and by throwable it leaves. */
//# fails: never = "at(PlacesInTheCode.sell)"
//# fails: always = "threads(PlacesInTheCode.sell) <= 1"
//# holds: always = "threads(PlacesInTheCode.sell) <= 2"
//# holds: always = "threads(PlacesInTheCode.audit) <= 1"
//# holds: always = "at(PlacesInTheCode.count) -> at(PlacesInTheCode.audit)"
//# holds: ltl = "[] (at(PlacesInTheCode.sell) -> <> !at(PlacesInTheCode.sell))"
//# holds: ltl = "<> [] !at(PlacesInTheCode.fails)"
//# fails: never = "at(PlacesInTheCode.fails)"
//# fails: never = "at(PlacesInTheCode.fails) && PlacesInTheCode.sold == 0"
//# holds: never = "at(PlacesInTheCode.fails) && PlacesInTheCode.caught"
//# fails: never = "!at(PlacesInTheCode.fails) && PlacesInTheCode.thrown && !PlacesInTheCode.caught"
//# fails: never = "at(PlacesInTheCode.alone) && PlacesInTheCode.before"
//# fails: never = "!at(PlacesInTheCode.alone) && PlacesInTheCode.before"
//# holds: never = "at(PlacesInTheCode$Worker.run) && !PlacesInTheCode.before"
//# fails: never = "at(PlacesInTheCode$Worker.run)"
public class PlacesInTheCode {
    static class Worker extends Thread {
        @Override
        public void run() {
            sell();
        }
    }

    static int sold;
    static boolean before, thrown, caught;

    static void sell() {
        audit();
    }

    static synchronized void audit() {
        count();
    }

    static void count() {
        sold++;
    }

    static synchronized void fails(int depth) {
        if (depth == 0) {
            thrown = true;
            throw new IllegalStateException();
        }
        fails(depth - 1);
    }

    static void alone() { }

    public static void main(String[] args) {
        before = true;
        alone();
        new Worker().start();
        new Thread(PlacesInTheCode::sell, "b").start();
        try {
            fails(2);
        } catch (IllegalStateException e) {
            caught = true;
        }
    }
}
