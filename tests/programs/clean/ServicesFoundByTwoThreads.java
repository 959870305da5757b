import java.nio.file.spi.FileSystemProvider;
import java.util.ServiceLoader;

/** Two threads look for providers of a service at the same time, each with a loader of its own. */
public class ServicesFoundByTwoThreads {
    static int providers() {
        int count = 0;
        for (FileSystemProvider provider : ServiceLoader.load(FileSystemProvider.class)) {
            assert provider != null;
            count++;
        }
        return count;
    }

    public static void main(String[] args) throws InterruptedException {
        int[] counts = new int[2];
        Thread other = new Thread(() -> counts[0] = providers());
        other.start();
        counts[1] = providers();
        other.join();
        assert counts[0] == counts[1];
    }
}
