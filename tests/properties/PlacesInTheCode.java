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
//# fails: never = "at(PlacesInTheCode.fails) && PlacesInTheCode.thrown"
//# fails: never = "!at(PlacesInTheCode.fails) && PlacesInTheCode.thrown && !PlacesInTheCode.caught"
//# fails: never = "at(PlacesInTheCode.alone) && PlacesInTheCode.before"
//# fails: never = "!at(PlacesInTheCode.alone) && PlacesInTheCode.before"
//# holds: never = "at(PlacesInTheCode$Worker.run) && !PlacesInTheCode.before"
//# fails: never = "at(PlacesInTheCode$Worker.run)"
// What a function of an atomic variable throws leaves through the library.
//# fails: never = "at(PlacesInTheCode.updates) && PlacesInTheCode.refused"
//# fails: never = "!at(PlacesInTheCode.updates) && PlacesInTheCode.refused && !PlacesInTheCode.heard"
//# holds: never = "at(PlacesInTheCode.updates) && PlacesInTheCode.heard"
//# holds: ltl = "<> PlacesInTheCode.heard"
public class PlacesInTheCode {
    static class Worker extends Thread {
        @Override
        public void run() {
            sell();
        }
    }

    static int sold;
    static boolean before, thrown, caught, refused, heard;
    static final java.util.concurrent.atomic.AtomicInteger number = new java.util.concurrent.atomic.AtomicInteger();

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

    static int refuse(int old) {
        refused = true;
        throw new IllegalArgumentException();
    }

    static void updates() {
        number.updateAndGet(PlacesInTheCode::refuse);
    }

    static void alone() { }

    public static void main(String[] args) {
        before = true;
        alone();
        try {
            updates();
        } catch (IllegalArgumentException e) {
            heard = true;
        }
        new Worker().start();
        new Thread(PlacesInTheCode::sell, "b").start();
        try {
            fails(2);
        } catch (IllegalStateException e) {
            caught = true;
        }
    }
}
