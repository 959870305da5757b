// Two tasks wake each other through events, as in the Remote Agent that stopped on board Deep Space 1
// in May 1999. Each compares the event's count with the one it saw last and then waits, in two steps:
// a signal that falls between them is lost, and both wait for ever. (Without the bug it runs for ever.)
public class RemoteAgent {
    static class Event {
        int count;

        synchronized void waitForEvent() throws InterruptedException {
            wait(); //~ deadlock
        }

        synchronized void signalEvent() {
            count = (count + 1) % 3; //~ data-race "count"
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
