// One thread serves both clients by a selector.
//@ jdk: 17
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

public class SelectorServesTwoClients {
    public static void main(String[] args) throws Exception {
        ServerSocketChannel server = ServerSocketChannel.open();
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        server.configureBlocking(false);
        Selector selector = Selector.open();
        server.register(selector, SelectionKey.OP_ACCEPT);
        Thread client = new Thread(() -> {
            try {
                for (int i = 0; i < 2; i++) {
                    try (SocketChannel channel = SocketChannel.open(server.getLocalAddress())) {
                        channel.write(ByteBuffer.wrap(new byte[] {1}));
                    }
                }
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        client.start();
        int ended = 0;
        int read = 0;
        while (ended < 2) {
            selector.select();
            for (SelectionKey key : selector.selectedKeys()) {
                if (key.isAcceptable()) {
                    SocketChannel peer = server.accept();
                    peer.configureBlocking(false);
                    peer.register(selector, SelectionKey.OP_READ);
                } else {
                    int count = ((SocketChannel) key.channel()).read(ByteBuffer.allocate(4));
                    if (count < 0) {
                        ended++;
                        key.channel().close();
                    } else {
                        read += count;
                    }
                }
            }
            selector.selectedKeys().clear();
        }
        assert read == 2;
    }
}
