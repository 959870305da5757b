//@ jdk: 11
import java.io.IOException;
import java.io.InputStream;

// JVMS 5.3, ClassLoader.registerAsParallelCapable: the JVM locks a loader that is not parallel capable while it asks it for a class.
// No loader here synchronizes what the JVM calls, yet each waits for the other's lock.
public class LoadersLockedByTheJvm {
    static class Loader extends ClassLoader {
        Loader other;
        private final String own;
        private final String theirs;

        Loader(String own, String theirs) {
            super(null);
            this.own = own;
            this.theirs = theirs;
        }

        Runnable make(String name) throws Exception {
            return (Runnable) define(name).getDeclaredConstructor().newInstance();
        }

        private Class<?> define(String name) {
            try (InputStream in = ClassLoader.getSystemResourceAsStream(name + ".class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public Class<?> loadClass(String name) throws ClassNotFoundException {
            if (name.equals(theirs)) {
                return other.given(name);
            }
            return super.loadClass(name);
        }

        synchronized Class<?> given(String name) { //~ deadlock
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
        Loader one = new Loader(outer + "OfFirst", outer + "OfSecond");
        Loader two = new Loader(outer + "OfSecond", outer + "OfFirst");
        one.other = two;
        two.other = one;
        Runnable first = one.make(outer + "First");
        Runnable second = two.make(outer + "Second");
        new Thread(first).start();
        new Thread(second).start();
    }
}
