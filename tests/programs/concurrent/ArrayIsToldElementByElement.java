import java.util.concurrent.atomic.AtomicIntegerArray;

// The text of an array was never its content: the second element was written after the first one.
public class ArrayIsToldElementByElement {
    public static void main(String[] args) {
        AtomicIntegerArray cells = new AtomicIntegerArray(2);
        new Thread(() -> {
            cells.set(0, 1);
            cells.set(1, 1);
        }).start();
        assert !cells.toString().equals("[0, 1]"); //~ assertion-failure
    }
}
