// Who is interrupted in a read of a channel closes it.
//@ jdk: 17
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

public class InterruptClosesAChannel {
    public static void main(String[] args) throws Exception {
        ServerSocketChannel server = ServerSocketChannel.open();
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        SocketChannel client = SocketChannel.open(server.getLocalAddress());
        Thread reader = new Thread(() -> {
            try {
                client.read(ByteBuffer.allocate(1));
                throw new AssertionError("nobody writes");
            } catch (ClosedByInterruptException interrupted) {
                assert !client.isOpen();
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        reader.start();
        reader.interrupt();
        reader.join();
    }
}
