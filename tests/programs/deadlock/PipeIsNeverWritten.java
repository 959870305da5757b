import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;

/** The reader looks once a second whether somebody has written, and nobody ever does. */
class PipeIsNeverWritten {
    public static void main(String[] args) throws IOException {
        PipedInputStream in = new PipedInputStream();
        PipedOutputStream out = new PipedOutputStream(in);
        Thread reader = new Thread(() -> {
            try {
                in.read(); //~ infinite-loop
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
        reader.start();
        try {
            reader.join();
        } catch (InterruptedException e) {
            out.close();
        }
    }
}
