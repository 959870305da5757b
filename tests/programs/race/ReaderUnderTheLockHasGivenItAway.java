/** The reader holds the lock and forgets the page; the writer, who alone has it then, does not know that it was read. */
public class ReaderUnderTheLockHasGivenItAway {
    static class Page {
        int lines;
    }

    static Page current = new Page();
    static final Object LOCK = new Object();
    static volatile boolean turned;
    static volatile int printed;

    static void turn() {
        synchronized (LOCK) {
            Page old = current;
            current = new Page();
            turned = true;
            int lines = old.lines; //~ data-race "lines"
            old = null;
            printed = lines;
        }
    }

    static void write() {
        Page page;
        synchronized (LOCK) {
            page = current;
        }
        if (turned) {
            page.lines++;
        }
    }

    public static void main(String[] args) {
        new Thread(ReaderUnderTheLockHasGivenItAway::write).start();
        turn();
    }
}
