// A ring for one producer and one consumer: only one thread offers, and only one polls.
//@ target: object
//@ set: object.calls=2
//@ set: object.arguments=1
public class OneThreadAloneOffers {
    private final int[] ring = new int[2];
    private volatile int head;
    private volatile int tail;

    @NonParallel("producer")
    public boolean offer(int item) {
        int at = tail;
        if (at - head == ring.length) {
            return false;
        }
        ring[at % ring.length] = item;
        tail = at + 1;
        return true;
    }

    @NonParallel("consumer")
    public int poll() {
        int at = head;
        if (at == tail) {
            return -1;
        }
        int item = ring[at % ring.length];
        head = at + 1;
        return item;
    }

    @interface NonParallel {
        String value();
    }
}
