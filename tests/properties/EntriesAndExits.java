/** The moments at which a thread has just entered a method, or left it by return or by a throwable, until that thread goes on. */
//# fails: never = "entered(EntriesAndExits.sell)"
//# fails: never = "left(EntriesAndExits.sell)"
//# holds: never = "entered(EntriesAndExits.never) || left(EntriesAndExits.never)"
//# holds: always = "entered(EntriesAndExits.sell) -> at(EntriesAndExits.sell)"
//# fails: always = "at(EntriesAndExits.sell) -> entered(EntriesAndExits.sell)"
//# holds: ltl = "[] (entered(EntriesAndExits.sell) -> <> left(EntriesAndExits.sell))"
//# fails: ltl = "[] (left(EntriesAndExits.sell) -> <> entered(EntriesAndExits.sell))"
//# holds: precedence = ["entered(EntriesAndExits.open)", "entered(EntriesAndExits.sell)"]
//# fails: precedence = ["left(EntriesAndExits.open)", "entered(EntriesAndExits.audit)"]
//# holds: never = "entered(EntriesAndExits.open) && EntriesAndExits.opened"
//# holds: never = "left(EntriesAndExits.open) && !EntriesAndExits.opened"
// Both threads are in it, and have just come: other threads move before the one that came first goes on.
//# fails: never = "entered(EntriesAndExits.audit) && entered(EntriesAndExits.sell)"
// By a throwable: each frame leaves in a step of its own, and the handler has not run.
//# fails: never = "left(EntriesAndExits.fails) && EntriesAndExits.thrown"
//# holds: never = "left(EntriesAndExits.fails) && EntriesAndExits.caught"
//# fails: never = "left(EntriesAndExits.fails) && at(EntriesAndExits.fails)"
//# fails: never = "left(EntriesAndExits.fails) && !at(EntriesAndExits.fails)"
//# holds: ltl = "<> (left(EntriesAndExits.fails) && <> EntriesAndExits.caught)"
// A call back from an operation of the library that is one step.
//# fails: never = "entered(EntriesAndExits.next)"
//# fails: never = "left(EntriesAndExits.next)"
//# holds: ltl = "<> left(EntriesAndExits$Worker.run)"
public class EntriesAndExits {
    static class Worker extends Thread {
        @Override
        public void run() {
            audit();
        }
    }

    static boolean opened, thrown, caught;
    static final java.util.concurrent.atomic.AtomicInteger number = new java.util.concurrent.atomic.AtomicInteger();

    static void open() {
        opened = true;
    }

    static synchronized int sell(int price) {
        return price * 2;
    }

    static void audit() { }

    static void never() { }

    static int next(int old) {
        return old + 1;
    }

    static void fails(int depth) {
        if (depth == 0) {
            thrown = true;
            throw new IllegalStateException();
        }
        fails(depth - 1);
    }

    public static void main(String[] args) {
        new Worker().start();
        open();
        sell(sell(1));
        number.updateAndGet(EntriesAndExits::next);
        try {
            fails(1);
        } catch (IllegalStateException e) {
            caught = true;
        }
    }
}
