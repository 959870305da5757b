import dropwire.Always;
import dropwire.Ltl;
import dropwire.Never;

/** Each annotation holds: of statics, of all instances, over time, of a class that is loaded late, and of one that never is. */
@Always({"threads(take) <= 1", "stock.size >= 0 || stock == null"})
@Ltl("[] (locked(AnnotatedStock.lock) -> <> !locked(lock))")
public class AnnotatedStock {
    static final Object lock = new Object();
    static AnnotatedStock stock;

    @Always("size <= 2")
    @Never("size < 0")
    int size;

    @Ltl(value = "<> done", fairness = "none")
    static boolean done;

    @Never("last > 9")
    static class Late {
        static int last;
    }

    @Always("never")
    static class Unused {
        static boolean never;
    }

    void take() {
        synchronized (lock) {
            if (size > 0) {
                size--;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        if (args.length > 0) {
            Unused.never = false;
        }
        AnnotatedStock made = new AnnotatedStock();
        made.size = 2;
        stock = made;
        Thread other = new Thread(() -> {
            synchronized (lock) {
                Late.last++;
            }
        });
        other.start();
        made.take();
        other.join();
        done = true;
    }
}
