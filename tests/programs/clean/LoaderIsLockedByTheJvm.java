//@ jdk: 11
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;

// The JVM locks a loader that is not parallel capable while it asks it for a class, and asks once for each name: the count is protected.
public class LoaderIsLockedByTheJvm {
    // Read before there are threads.
    static final Map<String, byte[]> FILES = new HashMap<>();

    static void read(String name) throws Exception {
        try (InputStream in = LoaderIsLockedByTheJvm.class.getResourceAsStream(name + ".class")) {
            FILES.put(name, in.readAllBytes());
        }
    }

    static class Loader extends ClassLoader {
        int asked;

        @Override
        public Class<?> loadClass(String name) throws ClassNotFoundException {
            if (!name.startsWith("LoaderIsLockedByTheJvm$Part")) {
                return super.loadClass(name);
            }
            assert Thread.holdsLock(this);
            asked++;
            return define(name);
        }

        Class<?> define(String name) {
            byte[] bytes = FILES.get(name);
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    public static class Uses implements Runnable {
        @Override
        public void run() {
            new PartOne();
            new PartTwo();
        }
    }

    public static class PartOne {}

    public static class PartTwo {}

    public static void main(String[] args) throws Exception {
        for (String name : new String[] {"Uses", "PartOne", "PartTwo"}) {
            read("LoaderIsLockedByTheJvm$" + name);
        }
        Loader loader = new Loader();
        Class<?> uses = loader.define("LoaderIsLockedByTheJvm$Uses");
        Thread[] threads = new Thread[2];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread((Runnable) uses.getDeclaredConstructor().newInstance());
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assert loader.asked == 2 : loader.asked;
    }
}
