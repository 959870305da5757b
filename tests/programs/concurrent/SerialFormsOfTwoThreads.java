import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;

/** Two threads write and read objects of the same class at the same time: what its serial form is they find out once. */
public class SerialFormsOfTwoThreads {
    static class Order implements Serializable {
        int pieces;

        Order(int pieces) {
            this.pieces = pieces;
        }
    }

    static void use(int pieces) {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            ObjectOutputStream out = new ObjectOutputStream(bytes);
            out.writeObject(new Order(pieces));
            out.close();
            ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()));
            assert ((Order) in.readObject()).pieces == pieces;
        } catch (IOException | ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> use(1));
        other.start();
        use(2);
        other.join();
    }
}
