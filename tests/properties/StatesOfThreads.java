/** What threads with names do: run, wait for a monitor, wait for something else, have ended. */
//# fails: never = "blocked(t)"
//# holds: never = "blocked(nobody) || waiting(nobody) || runnable(nobody) || terminated(nobody)"
//# fails: never = "waiting(main)"
//# holds: ltl = "<> terminated(t)"
//# holds: ltl = "<> terminated(\"name with blanks\")"
//# fails: never = "waiting('name with blanks')"
//# holds: ltl = "[] (terminated(t) -> [] terminated(t))"
//# holds: never = "terminated(t) && (runnable(t) || waiting(t) || blocked(t))"
//# fails: always = "runnable(t) || waiting(t) || blocked(t) || terminated(t)"
// Before it is started it is in none of these states; main is alone then.
//# fails: never = "StatesOfThreads.before && !runnable(t) && !runnable(\"name with blanks\")"
//# holds: never = "runnable(t) && !StatesOfThreads.before"
// Who is blocked waits for a monitor that another one holds.
//# holds: never = "blocked(t) && !locked(StatesOfThreads.lock)"
//# fails: never = "runnable(t) && locked(StatesOfThreads.lock)"
//# holds: ltl = "[] (blocked(t) -> <> !blocked(t))"
//# holds: never = "waiting(t)"
// It waits from its wait on, and competes for the monitor when it is notified.
//# holds: never = "waiting(\"name with blanks\") && StatesOfThreads.notified"
//# fails: never = "blocked(\"name with blanks\")"
// It has ended in a step of its own.
//# fails: never = "StatesOfThreads.last && !terminated(t)"
//# holds: never = "StatesOfThreads.joined && !terminated(t)"
//# fails: never = "terminated(t) && !StatesOfThreads.joined"
//# fails: never = "waiting(main) && !terminated(t)"
//# holds: ltl = "<> (StatesOfThreads.joined && <> terminated(main))"
//# fails: never = "terminated(main)"
public class StatesOfThreads {
    static final Object lock = new Object(), signal = new Object();
    static volatile boolean before, last, joined, notified;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            synchronized (lock) { }
            last = true;
        }, "t");
        Thread waiter = new Thread(() -> {
            synchronized (signal) {
                while (!notified) {
                    try {
                        signal.wait();
                    } catch (InterruptedException e) {
                        return;
                    }
                }
            }
        }, "name with blanks");
        before = true;
        t.start();
        synchronized (lock) { }
        t.join();
        joined = true;
        waiter.start();
        synchronized (signal) {
            signal.notify();
            notified = true;
        }
    }
}
