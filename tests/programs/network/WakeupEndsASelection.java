// Who registers a channel wakes the thread that selects.
//@ jdk: 17
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;

public class WakeupEndsASelection {
    public static void main(String[] args) throws Exception {
        Selector selector = Selector.open();
        Pipe pipe = Pipe.open();
        pipe.source().configureBlocking(false);
        pipe.sink().write(ByteBuffer.wrap(new byte[] {1}));
        Thread selects = new Thread(() -> {
            try {
                selector.select();
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        selects.start();
        pipe.source().register(selector, SelectionKey.OP_READ);
        selector.wakeup();
        selects.join();
    }
}
