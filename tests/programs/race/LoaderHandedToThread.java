/** What a context loader holds is shared with the thread that it is given to. */
public class LoaderHandedToThread {
    static class Counting extends ClassLoader {
        int count;
    }

    static volatile boolean given;

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> {
            if (given) {
                ((Counting) Thread.currentThread().getContextClassLoader()).count++;
            }
        });
        worker.start();
        Counting loader = new Counting();
        worker.setContextClassLoader(loader);
        given = true;
        loader.count++; //~ data-race "count"
        worker.join();
    }
}
