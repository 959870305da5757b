//@ jdk: 11
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.invoke.MethodHandles;

// What call sites and method handles of a class name are the classes of its loader, though the parent has them as well.
public class LambdasOfALoaderOfItsOwn {
    interface Step extends Serializable {
        int apply(Box box);
    }

    interface Count {
        int of(int value);
    }

    static class Box {
        int value = 4;
    }

    static class Inside implements Runnable {
        @Override
        public void run() {
            Object plain = (Count) value -> value + 1;
            assert plain instanceof Count && ((Count) plain).of(1) == 2;
            Step step = box -> box.value * 2;
            try {
                ByteArrayOutputStream out = new ByteArrayOutputStream();
                new ObjectOutputStream(out).writeObject(step);
                Object read = new ObjectInputStream(new ByteArrayInputStream(out.toByteArray())).readObject();
                assert read instanceof Step && ((Step) read).apply(new Box()) == 8;
                assert (int) MethodHandles.lookup().findGetter(Box.class, "value", int.class).invokeExact(new Box()) == 4;
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        }
    }

    static class Own extends ClassLoader {
        Own() {
            super(LambdasOfALoaderOfItsOwn.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("LambdasOfALoaderOfItsOwn$")) {
                return super.loadClass(name, resolve);
            }
            try (InputStream in = getParent().getResourceAsStream(name + ".class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    public static void main(String[] args) throws ReflectiveOperationException {
        Class<?> inside = new Own().loadClass("LambdasOfALoaderOfItsOwn$Inside");
        inside.getClassLoader().setDefaultAssertionStatus(true);
        var maker = inside.getDeclaredConstructor();
        maker.setAccessible(true);
        ((Runnable) maker.newInstance()).run();
    }
}
