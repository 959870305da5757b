//@ jdk: 8 to 17
// A thread that ends leaves its group, whose monitor it takes.
public class EndsWhileItsGroupIsHeld {
    public static void main(String[] args) throws InterruptedException {
        Thread ends = new Thread(() -> { });
        synchronized (Thread.currentThread().getThreadGroup()) {
            ends.start();
            ends.join(); //~ deadlock
        }
    }
}
