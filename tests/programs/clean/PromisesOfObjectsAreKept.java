import java.util.ArrayList;
import java.util.List;

// A list that guards itself, and an object whose first value comes late.
public class PromisesOfObjectsAreKept {
    @interface GuardedBy {
        String value();
    }

    @interface Immutable {
    }

    @Immutable
    static class Name {
        final String text = "ann";
        volatile int hash;

        int hash() {
            if (hash == 0) {
                hash = 97;
            }
            return hash;
        }
    }

    static final Name name = new Name();
    @GuardedBy("itself")
    static final List<String> list = new ArrayList<>();

    static void work() {
        name.hash();
        synchronized (list) {
            list.add(name.text);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(PromisesOfObjectsAreKept::work);
        other.start();
        work();
        other.join();
        assert list.size() == 2;
    }
}
