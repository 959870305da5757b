import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;

/** An object that is read is handed out by a part of it, while its own fields are set one after the other. */
public class ObjectReadHalfway {
    static volatile Order seen;

    static class Order implements Serializable {
        final Part part = new Part(this);
        volatile Object price = "price";
        volatile Object weight = "weight";
    }

    static class Part implements Serializable {
        final Order order;

        Part(Order order) {
            this.order = order;
        }

        private Object readResolve() {
            seen = order;
            return this;
        }
    }

    static void read(byte[] bytes) {
        try {
            new ObjectInputStream(new ByteArrayInputStream(bytes)).readObject();
        } catch (IOException | ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new ObjectOutputStream(bytes).writeObject(new Order());
        Thread reader = new Thread(() -> read(bytes.toByteArray()));
        reader.start();
        Order order = seen;
        if (order != null) {
            boolean priced = order.price != null;
            assert !priced || order.weight != null; //~ assertion-failure
        }
        reader.join();
    }
}
