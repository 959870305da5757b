import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** Two threads ask the class path, by a class and by a loader; one of them asks for what there is not. */
public class ResourcesOfTwoThreads {
    static void read() {
        try (InputStream in = ResourcesOfTwoThreads.class.getResourceAsStream("ResourcesOfTwoThreads.class")) {
            assert in.read() == 0xca;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(ResourcesOfTwoThreads::read);
        other.start();
        assert Thread.currentThread().getContextClassLoader().getResource("nothing/of/this/name") == null;
        read();
        other.join();
    }
}
