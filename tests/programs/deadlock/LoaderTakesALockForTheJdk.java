// The loader takes a lock whatever it is asked for, under the monitor that its caller has already.
public class LoaderTakesALockForTheJdk {
    static final Object LOCK = new Object();

    static class Locking extends ClassLoader {
        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (LOCK) { //~ deadlock
                return super.loadClass(name, resolve);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        ClassLoader loader = new Locking();
        Thread other = new Thread(() -> {
            synchronized (loader) {
                try {
                    Class.forName("java.lang.Runnable", false, loader);
                } catch (ClassNotFoundException e) {
                    assert false;
                }
            }
        });
        other.start();
        synchronized (LOCK) {
            synchronized (loader) { //~ deadlock
                LOCK.hashCode();
            }
        }
        other.join();
    }
}
