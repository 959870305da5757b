//@ jdk: 11
import java.nio.ByteBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Objects of the library that guard nothing, also where they come from classes that several threads may use. */
public class UsedByTwoWithoutALock {
    static void byTwo(Runnable use) throws InterruptedException {
        Thread other = new Thread(use);
        other.start();
        use.run();
        other.join();
    }

    public static void main(String[] args) throws Exception {
        ByteBuffer buffer = ByteBuffer.allocate(8);
        byTwo(() -> buffer.put((byte) 1)); //~ data-race "Buffer"
        byTwo(() -> buffer.putInt(4, 7)); //~ data-race "byte"
        CharsetEncoder encoder = StandardCharsets.UTF_8.newEncoder();
        byTwo(() -> encoder.reset()); //~ data-race "CharsetEncoder"
        Iterator<String> words = new CopyOnWriteArrayList<>(List.of("a", "b")).iterator();
        byTwo(() -> words.next()); //~ data-race "COWIterator"
        SplittableRandom random = new SplittableRandom(1);
        byTwo(() -> random.nextInt()); //~ data-race "SplittableRandom"
        Locale.Builder builder = new Locale.Builder();
        byTwo(() -> builder.setLanguage("de")); //~ data-race
        Map<String, Integer> source = new IdentityHashMap<>();
        Thread other = new Thread(() -> source.put("a", 1)); //~ data-race "IdentityHashMap"
        other.start();
        new ConcurrentHashMap<>(source);
        other.join();
    }
}
