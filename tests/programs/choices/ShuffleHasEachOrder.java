//@ set: jdk.enumerate-random=true
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

// What the library draws for the program is chosen too.
public class ShuffleHasEachOrder {
    public static void main(String[] args) {
        List<Integer> order = new ArrayList<>(Arrays.asList(1, 2, 3));
        Collections.shuffle(order);
        assert !order.equals(Arrays.asList(3, 1, 2)); //~ assertion-failure
    }
}
