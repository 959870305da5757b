//@ jdk: 8 to 17
// Characters are printed while the stream's monitor is held: who holds it may write them. From 18 to 23, a stream has a lock of its own instead.
public class WritesUnderTheStreamsMonitor {
    static final char[] TEXT = {'a', 'b'};

    public static void main(String[] args) throws InterruptedException {
        Thread printer = new Thread(() -> System.out.print(TEXT));
        printer.start();
        synchronized (System.out) {
            TEXT[1] = 'x';
        }
        printer.join();
    }
}
