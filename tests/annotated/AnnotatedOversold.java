import dropwire.Always;
import dropwire.Ltl;
import dropwire.Never;

/** Each annotation fails: of an instance, of a class that is loaded late, over time. */
public class AnnotatedOversold {
    @Always("size >= 0")
    volatile int size = 1;

    @Never("last == 2")
    static class Late {
        static volatile int last;
    }

    @Ltl("[] (sold -> <> paid)")
    static class Till {
        static volatile boolean sold, paid;
    }

    void take() {
        if (size > 0) {
            size--;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        AnnotatedOversold stock = new AnnotatedOversold();
        Thread other = new Thread(stock::take);
        other.start();
        stock.take();
        other.join();
        Late.last = 1;
        Late.last = 2;
        Till.sold = true;
    }
}
