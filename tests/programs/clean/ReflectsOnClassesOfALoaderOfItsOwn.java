//@ jdk: 17
import java.io.IOException;
import java.io.InputStream;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Proxy;

// Classes of a loader of the program's own belong to its unnamed module, and mean its classes by what their attributes name.
public class ReflectsOnClassesOfALoaderOfItsOwn {
    @Retention(RetentionPolicy.RUNTIME)
    @interface Mark {
        Kind kind() default Kind.PLAIN;
    }

    enum Kind { PLAIN, WITH_BODY { } }

    interface Hidden {
        int value();
    }

    sealed interface Shape permits Dot { }

    @Mark(kind = Kind.WITH_BODY)
    record Dot(int x) implements Shape { }

    static class Inside implements Runnable {
        @Override
        public void run() {
            ClassLoader own = Inside.class.getClassLoader();
            assert Dot.class.getModule() == own.getUnnamedModule() && Dot[].class.getClassLoader() == own;
            assert Dot.class.getAnnotation(Mark.class).kind() == Kind.WITH_BODY;
            Object proxy = Proxy.newProxyInstance(own, new Class<?>[] {Hidden.class}, (p, method, arguments) -> 7);
            assert ((Hidden) proxy).value() == 7;
            assert Shape.class.getPermittedSubclasses()[0] == Dot.class;
            assert Dot.class.getNestHost().getClassLoader() == own && Kind.WITH_BODY.getDeclaringClass() == Kind.class;
            assert new Dot(3).toString().equals("Dot[x=3]") && new Dot(3).equals(new Dot(3));
        }
    }

    static class Own extends ClassLoader {
        Own() {
            super(ReflectsOnClassesOfALoaderOfItsOwn.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("Reflects")) {
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

    public static void main(String[] args) throws ReflectiveOperationException {
        Class<?> inside = new Own().loadClass("ReflectsOnClassesOfALoaderOfItsOwn$Inside");
        inside.getClassLoader().setDefaultAssertionStatus(true);
        var maker = inside.getDeclaredConstructor();
        maker.setAccessible(true);
        ((Runnable) maker.newInstance()).run();
    }
}
