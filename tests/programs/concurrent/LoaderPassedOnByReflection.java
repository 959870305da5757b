// As LoaderPassedOnInAPlainField; the call comes from the JDK.
public class LoaderPassedOnByReflection {
    //@ assumes: sequential-consistency
    static class Loader extends ClassLoader {
        int value;
    }

    public static void main(String[] args) throws Exception {
        Thread main = Thread.currentThread();
        Thread other = new Thread(() -> {
            Loader made = new Loader();
            made.value = 1;
            try {
                Thread.class.getMethod("setContextClassLoader", ClassLoader.class).invoke(main, made);
            } catch (ReflectiveOperationException absent) {
                throw new AssertionError(absent);
            }
        });
        other.start();
        ClassLoader found = main.getContextClassLoader();
        assert !(found instanceof Loader) || ((Loader) found).value == 1;
        other.join();
    }
}
