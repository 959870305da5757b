// The Remote Agent with a fix that looks right: the count is volatile now. The data race is gone, but
// to compare and to wait are still two steps, and the signal between them is still lost.
public class RemoteAgentWrongFix {
    static class Event {
        volatile int count;

        synchronized void waitForEvent() throws InterruptedException {
            wait(); //~ deadlock
        }

        synchronized void signalEvent() {
            count = (count + 1) % 3;
            notifyAll();
        }
    }

    static void plan(Event wanted, Event done) throws InterruptedException {
        int seen = 0;
        while (true) {
            if (seen == wanted.count) {
                wanted.waitForEvent();
            }
            seen = wanted.count;
            done.signalEvent();
        }
    }

    static void execute(Event wanted, Event done) throws InterruptedException {
        int seen = 0;
        while (true) {
            wanted.signalEvent();
            if (seen == done.count) {
                done.waitForEvent();
            }
            seen = done.count;
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
