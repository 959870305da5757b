/** Readers share, a writer is alone; a writer that nobody holds back writes. */
// The writer looks at the number of readers and writes under one monitor.
//# holds: never = "ReadersAndWriter.writing && ReadersAndWriter.readers > 0"
// Each reader leaves and notifies: the writer gets its turn.
//# holds: existence = "ReadersAndWriter.written"
// Without fairness a reader may stay for ever while the writer wakes up without a reason.
//# fails: existence = "ReadersAndWriter.written"; fairness = "none"
// Nobody comes back to read.
//# holds: response = ["ReadersAndWriter.readers > 0", "ReadersAndWriter.readers == 0"]
// Two read at once, and some read when it is written.
//# fails: never = "ReadersAndWriter.readers == 2"
//# fails: absence = "ReadersAndWriter.readers > 0"; after = "ReadersAndWriter.written"
public class ReadersAndWriter {
    static int readers;
    static boolean writing, written;
    static final Object monitor = new Object();

    static void read() {
        synchronized (monitor) {
            readers++;
        }
        synchronized (monitor) {
            readers--;
            monitor.notifyAll();
        }
    }

    static void write() {
        synchronized (monitor) {
            while (readers > 0) {
                try {
                    monitor.wait();
                } catch (InterruptedException e) {
                    return;
                }
            }
            writing = true;
            written = true;
            writing = false;
        }
    }

    public static void main(String[] args) {
        new Thread(ReadersAndWriter::read, "one").start();
        new Thread(ReadersAndWriter::read, "two").start();
        new Thread(ReadersAndWriter::write, "writer").start();
    }
}
