import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;

/** Serialisation reads a field as it is declared. */
public class SerialisesVolatileFields {
    static class Gauge implements Serializable {
        volatile int level;
    }

    public static void main(String[] args) throws IOException {
        Gauge gauge = new Gauge();
        new Thread(() -> gauge.level = 1).start();
        new ObjectOutputStream(new ByteArrayOutputStream()).writeObject(gauge);
    }
}
