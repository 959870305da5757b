// An AtomicInteger is read in one step and set in another. Each step is atomic, the two together are
// not: no data race, and yet an update is lost.
import java.util.concurrent.atomic.AtomicInteger;

public class LostUpdateAtomic {
    static final AtomicInteger visitors = new AtomicInteger();

    static void enter() {
        visitors.set(visitors.get() + 1);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread north = new Thread(LostUpdateAtomic::enter, "north");
        Thread south = new Thread(LostUpdateAtomic::enter, "south");
        north.start();
        south.start();
        north.join();
        south.join();
        assert visitors.get() == 2 : "a visitor was not counted"; //~ assertion-failure
    }
}
