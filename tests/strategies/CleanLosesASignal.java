// Two tasks signal each other in turn; one looks at a count and then waits, and the signal comes in between (after the program Clean of Brat et al., 2000).
public class CleanLosesASignal {
    static final int ROUNDS = 2;

    static class Event {
        private int count;

        synchronized int count() {
            return count;
        }

        synchronized void waitForSignal() throws InterruptedException {
            wait();
        }

        synchronized void signal() {
            count++;
            notifyAll();
        }
    }

    static int await(Event event, int seen) throws InterruptedException {
        if (event.count() == seen) {
            event.waitForSignal();
        }
        return event.count();
    }

    public static void main(String[] args) {
        Event dirty = new Event();
        Event clean = new Event();
        new Thread(() -> {
            try {
                for (int round = 0, seen = 0; round < ROUNDS; round++) {
                    seen = await(dirty, seen);
                    clean.signal();
                }
            } catch (InterruptedException e) {
                return;
            }
        }, "cleaner").start();
        new Thread(() -> {
            try {
                for (int round = 0, seen = 0; round < ROUNDS; round++) {
                    dirty.signal();
                    seen = await(clean, seen);
                }
            } catch (InterruptedException e) {
                return;
            }
        }, "user").start();
    }
}
