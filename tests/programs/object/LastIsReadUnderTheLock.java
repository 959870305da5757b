// The vector's own lock is held for the size and the element.
//@ target: object
//@ set: object.calls=2
import java.util.Vector;

public class LastIsReadUnderTheLock {
    private final Vector<Integer> numbers = new Vector<>();

    public LastIsReadUnderTheLock() {
        numbers.add(7);
    }

    public int last() {
        synchronized (numbers) {
            int size = numbers.size();
            return size == 0 ? -1 : numbers.get(size - 1);
        }
    }

    public void clear() {
        numbers.clear();
    }
}
