// Each call of the vector holds its lock; between the size and the element another thread removes one.
//@ target: object
//@ set: object.calls=1
import java.util.Vector;

public class IndexRunsPastTheEnd {
    private final Vector<Integer> numbers = new Vector<>();

    public IndexRunsPastTheEnd() {
        numbers.add(7);
    }

    public int last() {
        int size = numbers.size(); //~ not-linearizable "last() throws ArrayIndexOutOfBoundsException, as it does in no sequential order"
        return size == 0 ? -1 : numbers.get(size - 1);
    }

    public void clear() {
        numbers.clear();
    }
}
