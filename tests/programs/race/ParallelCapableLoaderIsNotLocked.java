//@ jdk: 11
import java.io.IOException;
import java.io.InputStream;

// The JVM takes no lock of a parallel capable loader, and may ask it twice at once.
public class ParallelCapableLoaderIsNotLocked {
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
            try (InputStream in = ClassLoader.getSystemResourceAsStream(name + ".class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    public static class Uses implements Runnable {
        @Override
        public void run() {
            new PartOne();
            new PartTwo();
        }
    }

    public static class PartOne {
    }

    public static class PartTwo {
    }

    public static void main(String[] args) throws Exception {
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
