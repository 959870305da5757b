// Characters are printed while the stream's monitor is held: who holds it may write them.
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
