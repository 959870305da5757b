import java.util.HashMap;
import java.util.Map;

// What the annotation means cannot be told from the class: the verdict takes it for granted, and says so.
public class LockThatHasNoName {
    @interface GuardedBy {
        String value();
    }

    static class Shelf {
        @GuardedBy("the caller's lock")
        private int books;

        void add() {
            books++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        //@ assumes: unchecked-annotations
        Shelf shelf = new Shelf();
        Map<String, Integer> lock = new HashMap<>();
        Runnable work = () -> {
            synchronized (lock) {
                shelf.add();
            }
        };
        Thread other = new Thread(work);
        other.start();
        work.run();
        other.join();
    }
}
