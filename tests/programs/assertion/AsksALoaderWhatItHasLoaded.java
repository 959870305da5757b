//@ jdk: 11
import java.io.IOException;
import java.io.InputStream;

// Whether a loader has loaded a class, somebody asks without the lock under which it does.
public class AsksALoaderWhatItHasLoaded {
    static class Part {
    }

    static class Own extends ClassLoader {
        final byte[] bytes;

        Own(byte[] bytes) {
            super(null);
            this.bytes = bytes;
        }

        boolean has() {
            return findLoadedClass("AsksALoaderWhatItHasLoaded$Part") != null;
        }

        void make() {
            synchronized (this) {
                defineClass(null, bytes, 0, bytes.length);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Own own;
        try (InputStream in = AsksALoaderWhatItHasLoaded.class.getResourceAsStream("AsksALoaderWhatItHasLoaded$Part.class")) {
            own = new Own(in.readAllBytes());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        Thread maker = new Thread(own::make);
        maker.start();
        boolean before = own.has();
        boolean after = own.has();
        maker.join();
        assert before == after; //~ assertion-failure
    }
}
