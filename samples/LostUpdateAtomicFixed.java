// The count, repaired: `incrementAndGet` reads and writes in one step.
// Both threads may call it at once, and no visitor is lost.
import java.util.concurrent.atomic.AtomicInteger;

public class LostUpdateAtomicFixed {
    static final AtomicInteger visitors = new AtomicInteger();

    static void enter() {
        visitors.incrementAndGet();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread north = new Thread(LostUpdateAtomicFixed::enter, "north");
        Thread south = new Thread(LostUpdateAtomicFixed::enter, "south");
        north.start();
        south.start();
        north.join();
        south.join();
        assert visitors.get() == 2 : "a visitor was not counted";
    }
}
