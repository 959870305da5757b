// Two events that wait for each other, each by a count that it read before (after the deadlock in NASA's Remote Agent).
public class EventsAreCountedBeforeTheWait {
    static class Event {
        int count;

        synchronized void waitForEvent(int seen) throws InterruptedException {
            if (count == seen) {
                wait();
            }
        }

        synchronized int count() {
            return count;
        }

        synchronized void signal() {
            count++;
            notifyAll();
        }
    }

    static void task(Event own, Event other) {
        try {
            int seen = own.count();
            for (int i = 0; i < 2; i++) {
                seen = own.count();
                other.signal();
                own.waitForEvent(seen);
            }
        } catch (InterruptedException e) {
            return;
        }
    }

    public static void main(String[] args) {
        Event one = new Event();
        Event two = new Event();
        new Thread(() -> task(one, two)).start();
        new Thread(() -> task(two, one)).start();
        for (int i = 0; i < 2; i++) {
            new Thread(() -> {
                one.count();
                two.count();
            }).start();
        }
    }
}
