import java.util.Arrays;
import java.util.Enumeration;
import java.util.Vector;

/** What a vector gives counts without the vector's lock. */
public class EnumerationOfAVectorIsShared {
    static final Enumeration<Integer> ELEMENTS = new Vector<>(Arrays.asList(1, 2)).elements();

    public static void main(String[] args) throws InterruptedException {
        Thread asks = new Thread(() -> {
            ELEMENTS.hasMoreElements(); //~ data-race
        });
        asks.start();
        ELEMENTS.nextElement(); //~ data-race
        asks.join();
    }
}
