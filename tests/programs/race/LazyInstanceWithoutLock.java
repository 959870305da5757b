public class LazyInstanceWithoutLock {
    private static Object instance;

    static Object instance() {
        if (instance == null) {
            instance = new Object(); //~ data-race "instance"
        }
        return instance;
    }

    public static void main(String[] args) {
        new Thread(LazyInstanceWithoutLock::instance).start();
        instance();
    }
}
