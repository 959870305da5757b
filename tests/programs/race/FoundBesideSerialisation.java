import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;

/** The library's caches of what reflection says belong to no thread: whether others could reach them once changed the trail. */
public class FoundBesideSerialisation {
    static class Order implements Serializable {
        private static final long serialVersionUID = 1;
        int pieces;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        Order order = new Order();
        Thread other = new Thread(() -> order.pieces = 1);
        other.start();
        ObjectOutputStream out = new ObjectOutputStream(new ByteArrayOutputStream());
        out.writeObject(order); //~ data-race "Order.pieces"
        other.join();
    }
}
