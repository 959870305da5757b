// The reader waits for an end that the writer never makes.
//@ jdk: 17
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;

public class PipeIsNeverClosed {
    public static void main(String[] args) throws Exception {
        Pipe pipe = Pipe.open();
        Thread writer = new Thread(() -> {
            try {
                Pipe.SinkChannel sink = pipe.sink();
                sink.write(ByteBuffer.wrap(new byte[] {1, 2}));
                sink.write(ByteBuffer.wrap(new byte[] {3}));
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        writer.start();
        ByteBuffer all = ByteBuffer.allocate(8);
        while (pipe.source().read(all) >= 0) {} //~ deadlock "of its pipe"
        assert all.position() == 3;
    }
}
