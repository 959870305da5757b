import java.util.ArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;

// The stream takes the list from the reference and adds to it: no frame of the program holds the list.
public class ListIsCollectedFromAReference {
    static void collect(AtomicReference<ArrayList<Integer>> reference) {
        Stream.of(1).collect(Collectors.toCollection(reference::get)); //~ data-race
    }

    public static void main(String[] args) {
        AtomicReference<ArrayList<Integer>> reference = new AtomicReference<>(new ArrayList<>(10));
        new Thread(() -> collect(reference)).start();
        collect(reference);
    }
}
