import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Each view has a lock of its own. */
public class TwoGuardsOfOneList {
    public static void main(String[] args) {
        List<String> names = new ArrayList<>();
        List<String> one = Collections.synchronizedList(names);
        List<String> two = Collections.synchronizedList(names);
        new Thread(() -> one.add("a")).start(); //~ data-race "ArrayList"
        //~?^ uncaught-exception
        two.add("b"); //~? uncaught-exception
    }
}
