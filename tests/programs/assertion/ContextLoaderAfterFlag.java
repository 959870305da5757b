/** A thread's context loader is set after the flag that announces it. */
public class ContextLoaderAfterFlag {
    static volatile boolean announced;

    public static void main(String[] args) throws InterruptedException {
        Thread main = Thread.currentThread();
        ClassLoader before = main.getContextClassLoader();
        Thread reader = new Thread(() -> {
            boolean late = announced && main.getContextClassLoader() == before;
            assert !late; //~ assertion-failure
        });
        reader.start();
        announced = true;
        main.setContextClassLoader(new ClassLoader(before) { });
        reader.join();
    }
}
