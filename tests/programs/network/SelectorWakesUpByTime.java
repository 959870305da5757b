// Nothing is ready: the selection ends by its time.
//@ jdk: 17
//@ assumes: timeouts-last-resort
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;

public class SelectorWakesUpByTime {
    public static void main(String[] args) throws Exception {
        Selector selector = Selector.open();
        Pipe pipe = Pipe.open();
        pipe.source().configureBlocking(false);
        pipe.source().register(selector, SelectionKey.OP_READ);
        assert selector.selectNow() == 0;
        assert selector.select(50) == 0;
    }
}
