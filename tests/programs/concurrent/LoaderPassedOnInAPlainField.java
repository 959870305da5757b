// `setContextClassLoader` writes a plain field, which orders nothing: that the reader finds `value` set is an assumption.
public class LoaderPassedOnInAPlainField {
    //@ assumes: sequential-consistency
    static class Loader extends ClassLoader {
        int value;
    }

    public static void main(String[] args) throws Exception {
        Thread main = Thread.currentThread();
        Thread other = new Thread(() -> {
            Loader made = new Loader();
            made.value = 1;
            main.setContextClassLoader(made);
        });
        other.start();
        ClassLoader found = main.getContextClassLoader();
        assert !(found instanceof Loader) || ((Loader) found).value == 1;
        other.join();
    }
}
