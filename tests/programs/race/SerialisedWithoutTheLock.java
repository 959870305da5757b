import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;

public class SerialisedWithoutTheLock {
    static class Gauge implements Serializable {
        int level;

        synchronized void raise() {
            level++; //~ data-race "level"
        }
    }

    public static void main(String[] args) throws IOException {
        Gauge gauge = new Gauge();
        new Thread(gauge::raise).start();
        new ObjectOutputStream(new ByteArrayOutputStream()).writeObject(gauge);
    }
}
