// A new thread has its maker's context class loader, which others may change until the thread is made.
public class LoaderIsInheritedMeanwhile {
    static volatile boolean begun;

    static void make() {
        begun = true;
        Thread child = new Thread(() -> { });
        assert child.getContextClassLoader() != null; //~ assertion-failure
    }

    public static void main(String[] args) throws InterruptedException {
        Thread maker = new Thread(LoaderIsInheritedMeanwhile::make);
        maker.start();
        if (begun) {
            maker.setContextClassLoader(null);
        }
        maker.join();
    }
}
