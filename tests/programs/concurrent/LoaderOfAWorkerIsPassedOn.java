import java.util.concurrent.ForkJoinPool;

// As LoaderPassedOnInAPlainField; on 25 the worker's own class passes the call on.
public class LoaderOfAWorkerIsPassedOn {
    //@ assumes: sequential-consistency
    static class Loader extends ClassLoader {
        int value;
    }

    static volatile Thread worker;

    public static void main(String[] args) throws Exception {
        ForkJoinPool.commonPool().submit(() -> worker = Thread.currentThread()).get();
        Thread other = new Thread(() -> {
            Loader made = new Loader();
            made.value = 1;
            worker.setContextClassLoader(made);
        });
        other.start();
        ClassLoader found = worker.getContextClassLoader();
        assert !(found instanceof Loader) || ((Loader) found).value == 1;
        other.join();
    }
}
