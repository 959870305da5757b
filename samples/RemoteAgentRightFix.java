// The Remote Agent, repaired: the comparison happens under the event's lock and is repeated after each
// wakeup, so that no signal can fall between it and the wait. The two tasks go on for ever,
// which is all that is found: nothing ever ends the program, and somebody may not have meant that.
public class RemoteAgentRightFix {
    static class Event {
        private int count;

        synchronized int waitForOtherThan(int seen) throws InterruptedException {
            while (count == seen) {
                wait();
            }
            return count;
        }

        synchronized void signalEvent() {
            count = (count + 1) % 3;
            notifyAll();
        }
    }

    static void plan(Event wanted, Event done) throws InterruptedException {
        int seen = 0;
        while (true) {
            seen = wanted.waitForOtherThan(seen); //~ infinite-loop
            done.signalEvent();
        }
    }

    static void execute(Event wanted, Event done) throws InterruptedException {
        int seen = 0;
        while (true) {
            wanted.signalEvent();
            seen = done.waitForOtherThan(seen);
        }
    }

    interface Task {
        void run() throws InterruptedException;
    }

    static void start(String name, Task task) {
        new Thread(() -> {
            try {
                task.run();
            } catch (InterruptedException stop) {
                // Nobody interrupts them.
            }
        }, name).start();
    }

    public static void main(String[] args) {
        Event wanted = new Event();
        Event done = new Event();
        start("planner", () -> plan(wanted, done));
        start("executive", () -> execute(wanted, done));
    }
}
