import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

// The copy is thread-safe, but what it reads while it is made is not.
public class CopiesAListThatGrows {
    static final List<String> names = new ArrayList<>();

    public static void main(String[] args) throws InterruptedException {
        names.add("first");
        Thread adder = new Thread(() -> names.add("second")); //~ data-race
        adder.start();
        List<String> copy = new CopyOnWriteArrayList<>(names);
        adder.join();
        assert copy.size() <= 2;
    }
}
