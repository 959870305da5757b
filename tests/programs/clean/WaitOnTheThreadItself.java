// A thread that ends notifies all who wait on it.
public class WaitOnTheThreadItself {
    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(Thread::yield);
        worker.start();
        synchronized (worker) {
            while (worker.isAlive()) {
                worker.wait();
            }
        }
    }
}
