//@ jdk: 11
import java.io.IOException;
import java.io.InputStream;
import java.util.function.IntSupplier;

// A class is its name and its loader: what two loaders define from the same bytes has statics, locks and an initialiser each.
public class TwoLoadersDefineOneName {
    static class Loader extends ClassLoader {
        Loader() {
            super(TwoLoadersDefineOneName.class.getClassLoader());
        }

        Class<?> define(String name) throws IOException {
            try (InputStream in = getParent().getResourceAsStream(name + ".class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            }
        }
    }

    public static class Counter implements IntSupplier {
        static int count = 10;
        static final Counter[] ALL = {new Counter()};

        @Override
        public synchronized int getAsInt() {
            synchronized (Counter.class) {
                IntSupplier next = () -> ++count;
                return ALL[0] instanceof Counter ? next.getAsInt() : -1;
            }
        }
    }

    public static void main(String[] args) throws Exception {
        String name = Counter.class.getName();
        Loader loader = new Loader();
        Class<?> one = loader.define(name);
        Class<?> other = new Loader().define(name);
        assert one != other && one != Counter.class && one.getName().equals(name) && one.getClassLoader() == loader;
        IntSupplier first = (IntSupplier) one.getDeclaredConstructor().newInstance();
        IntSupplier second = (IntSupplier) other.getDeclaredConstructor().newInstance();
        assert !other.isInstance(first) && !(first instanceof Counter) && first.getClass() == one;
        Thread counting = new Thread(first::getAsInt);
        counting.start();
        assert second.getAsInt() == 11;
        counting.join();
        assert first.getAsInt() == 12 && new Counter().getAsInt() == 11;
        assert Class.forName(name, true, loader) != one || loader.loadClass(name) == one;
        try {
            loader.define(name);
            assert false;
        } catch (LinkageError e) {
            assert second.getAsInt() == 12;
        }
    }
}
