//@ jdk: 11
import java.io.IOException;
import java.io.InputStream;

// What an annotation names is a class of the loader of its class, not the parent's.
public class LockNamedBehindALoader {
    @interface GuardedBy {
        String value();
    }

    static class Locks {
    }

    static class Inside implements Runnable {
        @GuardedBy("Locks.class")
        static volatile int wrong;

        @GuardedBy("Locks.class")
        static int right;

        @Override
        public void run() {
            synchronized (Locks.class) {
                right++;
            }
            wrong = 1; //~ lock-discipline
        }
    }

    static class Own extends ClassLoader {
        Own() {
            super(LockNamedBehindALoader.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("LockNamedBehindALoader$")) {
                return super.loadClass(name, resolve);
            }
            Class<?> known = findLoadedClass(name);
            if (known != null) {
                return known;
            }
            try (InputStream in = getParent().getResourceAsStream(name + ".class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    public static void main(String[] args) throws ReflectiveOperationException, InterruptedException {
        Own own = new Own();
        own.loadClass("LockNamedBehindALoader$Locks");
        var maker = own.loadClass("LockNamedBehindALoader$Inside").getDeclaredConstructor();
        maker.setAccessible(true);
        Runnable inside = (Runnable) maker.newInstance();
        Thread other = new Thread(inside);
        other.start();
        inside.run();
        other.join();
    }
}
