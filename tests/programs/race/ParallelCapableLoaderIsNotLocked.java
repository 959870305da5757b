//@ jdk: 11
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;

// The JVM takes no lock of a parallel capable loader, and may ask it twice at once.
public class ParallelCapableLoaderIsNotLocked {
    // Read before there are threads.
    static final Map<String, byte[]> FILES = new HashMap<>();

    static void read(String name) throws Exception {
        try (InputStream in = ParallelCapableLoaderIsNotLocked.class.getResourceAsStream(name + ".class")) {
            FILES.put(name, in.readAllBytes());
        }
    }

    static class Loader extends ClassLoader {
        static {
            registerAsParallelCapable();
        }

        int asked;

        @Override
        public Class<?> loadClass(String name) throws ClassNotFoundException {
            if (!name.startsWith("ParallelCapableLoaderIsNotLocked$Part")) {
                return super.loadClass(name);
            }
            asked++; //~ data-race "asked"
            synchronized (getClassLoadingLock(name)) {
                Class<?> known = findLoadedClass(name);
                return known != null ? known : define(name);
            }
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
            read("ParallelCapableLoaderIsNotLocked$" + name);
        }
        Loader loader = new Loader();
        Class<?> uses = loader.define("ParallelCapableLoaderIsNotLocked$Uses");
        Thread[] threads = new Thread[2];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread((Runnable) uses.getDeclaredConstructor().newInstance());
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
