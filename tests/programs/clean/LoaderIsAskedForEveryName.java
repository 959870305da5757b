import java.util.ArrayList;
import java.util.List;

// A loader that overrides `loadClass` is asked for each name (JVMS 5.3.2), those of the JDK's classes too, and may refuse them.
public class LoaderIsAskedForEveryName {
    static final List<String> ASKED = new ArrayList<>();

    static class Held {
    }

    static class Counting extends ClassLoader {
        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            ASKED.add(name);
            if (name.equals("java.lang.Runnable")) {
                throw new ClassNotFoundException("refused");
            }
            return super.loadClass(name, resolve);
        }
    }

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            ClassLoader loader = new Counting();
            try {
                Class.forName("LoaderIsAskedForEveryName$Held", false, loader);
                Class.forName("java.util.zip.CRC32", false, loader);
                Class.forName("[Ljava.util.zip.Adler32;", false, loader);
                Class.forName("java.lang.Runnable", false, loader);
            } catch (ClassNotFoundException e) {
                assert e.getMessage().equals("refused");
                return;
            }
            assert false;
        });
        other.start();
        other.join();
        assert ASKED.size() == 4 : ASKED;
    }
}
