//@ findings: 1
import java.util.ArrayList;
import java.util.List;

public class ArrayListSizeWhileAdding {
    static final List<String> NAMES = new ArrayList<>(8);

    public static void main(String[] args) {
        new Thread(() -> NAMES.add("x")).start(); //~ data-race
        NAMES.size();
    }
}
