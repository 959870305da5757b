//@ jdk: 9 to 17
// To print characters reads them while the stream's monitor is held: two operations, and the thread goes on behind both.
// From 18 to 23, a stream has a lock of its own instead.
public class PrintsWhatWasHandedOver {
    static final char[] TEXT = {'a', 'b'};
    static volatile boolean ready;

    public static void main(String[] args) throws InterruptedException {
        Thread printer = new Thread(() -> {
            while (!ready) {
                Thread.onSpinWait();
            }
            System.out.println(TEXT);
            assert false; //~ assertion-failure
        });
        printer.start();
        TEXT[1] = 'x';
        ready = true;
        synchronized (System.out) {
            TEXT[0] = 'y';
        }
        printer.join();
    }
}
