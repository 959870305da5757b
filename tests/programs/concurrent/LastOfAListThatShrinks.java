//@ jdk: 11
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

public class LastOfAListThatShrinks {
    public static void main(String[] args) {
        List<String> lines = new CopyOnWriteArrayList<>(List.of("a", "b"));
        new Thread(() -> lines.remove("a")).start();
        lines.get(lines.size() - 1); //~ uncaught-exception "ArrayIndexOutOfBoundsException"
    }
}
