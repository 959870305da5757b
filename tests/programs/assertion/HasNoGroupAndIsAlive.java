//@ jdk: 8 to 17
// A thread that ends has no group any more, and is alive for a moment.
public class HasNoGroupAndIsAlive {
    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> { }, "thread");
        thread.start();
        if (thread.getThreadGroup() == null) {
            assert !thread.isAlive(); //~ assertion-failure
        }
        thread.join();
    }
}
