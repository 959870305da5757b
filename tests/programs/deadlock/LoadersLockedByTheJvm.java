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
        String theirs;

        Runnable make(String name) throws Exception {
            return (Runnable) define(name).getDeclaredConstructor().newInstance();
        }

        Class<?> define(String name) {
            return defineClass(name, FILES.get(name), 0, FILES.get(name).length);
        }

        public Class<?> loadClass(String name) throws ClassNotFoundException {
            return name.equals(theirs) ? other.given(name) : super.loadClass(name); //~ deadlock
        }

        synchronized Class<?> given(String name) {
            Class<?> known = findLoadedClass(name);
            return known != null ? known : define(name);
        }
    }

    public static class First implements Runnable {
        public void run() {
            new OfSecond();
        }
    }

    public static class Second implements Runnable {
        public void run() {
            new OfFirst();
        }
    }

    public static class OfFirst {}

    public static class OfSecond {}

    public static void main(String[] args) throws Exception {
        String outer = "LoadersLockedByTheJvm$";
        for (String name : new String[] {"OfFirst", "OfSecond", "First", "Second"}) {
            read(outer + name);
        }
        Loader one = new Loader(), two = new Loader();
        one.other = two;
        one.theirs = outer + "OfSecond";
        two.other = one;
        two.theirs = outer + "OfFirst";
        Runnable second = two.make(outer + "Second");
        new Thread(one.make(outer + "First")).start();
        new Thread(second).start();
    }
}
