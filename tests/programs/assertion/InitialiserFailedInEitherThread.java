//@ jdk: 17
/** A failed initialiser is told again as a cause that names the thread in which it failed. */
public class InitialiserFailedInEitherThread {
    static class Broken {
        static int value;

        static {
            if (value == 0) {
                throw new IllegalStateException("broken");
            }
        }
    }

    static volatile int other;

    static void use() {
        try {
            Broken.value++;
        } catch (LinkageError e) {
            // Whoever comes first fails by ExceptionInInitializerError.
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread red = new Thread(InitialiserFailedInEitherThread::use, "red");
        Thread blue = new Thread(InitialiserFailedInEitherThread::use, "blue");
        red.start();
        blue.start();
        red.join();
        blue.join();
        Thread later = new Thread(() -> other = 3);
        later.start();
        other = 2;
        later.join();
        try {
            Broken.value++;
        } catch (NoClassDefFoundError e) {
            assert e.getCause().getMessage().contains("red"); //~ assertion-failure
        }
    }
}
