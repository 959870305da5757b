import java.io.ObjectOutputStream;
import java.io.OutputStream;

public class SerialisesAGraph {
    public static void main(String[] args) throws Exception {
        Object last = new Object[1];
        for (int i = 0; i < 100_000; i++) {
            last = new Object[] {last, last};
        }
        new ObjectOutputStream(OutputStream.nullOutputStream()).writeObject(last);
    }
}
