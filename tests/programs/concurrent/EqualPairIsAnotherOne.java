//@ verdict: violated
import java.util.concurrent.atomic.AtomicMarkableReference;

/** The second of two threads that set the same puts another pair in its place: who has read the first one fails. */
public class EqualPairIsAnotherOne {
    static final AtomicMarkableReference<String> NAME = new AtomicMarkableReference<>("a", false);

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> NAME.set("b", true));
        Thread two = new Thread(() -> NAME.set("b", true));
        one.start();
        two.start();
        if (NAME.isMarked()) {
            assert NAME.compareAndSet("b", "c", true, false); //~ assertion-failure
        }
        one.join();
        two.join();
    }
}
