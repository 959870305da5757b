//@ jdk: 11
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;

// JVMS 5.3, ClassLoader.registerAsParallelCapable: the JVM locks a loader that is not parallel capable while it asks it for a class.
// No loader here synchronizes what the JVM calls, yet each waits for the other's lock.
public class LoadersLockedByTheJvm {
    // Read before there are threads.
    static final Map<String, byte[]> FILES = new HashMap<>();

    static void read(String name) throws Exception {
        try (InputStream in = LoadersLockedByTheJvm.class.getResourceAsStream(name + ".class")) {
            FILES.put(name, in.readAllBytes());
        }
    }

    static class Loader extends ClassLoader {
        Loader other;
        private final String theirs;

        Loader(String theirs) {
            super(null);
            this.theirs = theirs;
        }

        Runnable make(String name) throws Exception {
            return (Runnable) define(name).getDeclaredConstructor().newInstance();
        }

        Class<?> define(String name) {
            byte[] bytes = FILES.get(name);
            return defineClass(name, bytes, 0, bytes.length);
        }

        @Override
        public Class<?> loadClass(String name) throws ClassNotFoundException {
            if (name.equals(theirs)) {
                return other.given(name); //~ deadlock
            }
            return super.loadClass(name);
        }

        synchronized Class<?> given(String name) {
            Class<?> known = findLoadedClass(name);
            return known != null ? known : define(name);
        }
    }

    public static class First implements Runnable {
        @Override
        public void run() {
            new OfSecond();
        }
    }

    public static class Second implements Runnable {
        @Override
        public void run() {
            new OfFirst();
        }
    }

    public static class OfFirst {
    }

    public static class OfSecond {
    }

    public static void main(String[] args) throws Exception {
        String outer = "LoadersLockedByTheJvm$";
        for (String name : new String[] {"OfFirst", "OfSecond", "First", "Second"}) {
            read(outer + name);
        }
        Loader one = new Loader(outer + "OfSecond");
        Loader two = new Loader(outer + "OfFirst");
        one.other = two;
        two.other = one;
        Runnable first = one.make(outer + "First");
        Runnable second = two.make(outer + "Second");
        new Thread(first).start();
        new Thread(second).start();
    }
}
