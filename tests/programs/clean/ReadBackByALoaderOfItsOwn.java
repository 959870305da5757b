//@ jdk: 11
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;

// What a class of a loader of the program's own reads back is of that loader's classes, though the parent has them as well.
public class ReadBackByALoaderOfItsOwn {
    static class Base {
    }

    static class Note extends Base implements Serializable {
        int value = 1;
    }

    static class Own extends ClassLoader {
        Own() {
            super(ReadBackByALoaderOfItsOwn.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("ReadBack")) {
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

    static class Inside implements Runnable {
        @Override
        public void run() {
            try {
                ByteArrayOutputStream out = new ByteArrayOutputStream();
                ObjectOutputStream writer = new ObjectOutputStream(out);
                writer.writeObject(new Note());
                writer.close();
                Object read = new ObjectInputStream(new ByteArrayInputStream(out.toByteArray())).readObject();
                assert read.getClass() == Note.class;
                assert ((Note) read).value == 1;
            } catch (IOException | ClassNotFoundException e) {
                throw new AssertionError(e);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        new Inside().run();
        Class<?> inside = new Own().loadClass("ReadBackByALoaderOfItsOwn$Inside");
        assert inside != Inside.class;
        inside.getClassLoader().setDefaultAssertionStatus(true);
        var maker = inside.getDeclaredConstructor();
        maker.setAccessible(true);
        ((Runnable) maker.newInstance()).run();
    }
}
