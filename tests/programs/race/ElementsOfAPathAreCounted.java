import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Iterator;

// An iterator is one thread's own, also that of a value.
public class ElementsOfAPathAreCounted {
    public static void main(String[] args) {
        Iterator<Path> elements = Paths.get("a/b").iterator();
        new Thread(() -> elements.next()).start();
        elements.next(); //~ data-race
    }
}
