// Each side writes more than fits between them before it reads.
//@ jdk: 17
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;

public class BothSidesWriteFirst {
    static void talk(Socket socket) throws IOException {
        socket.getOutputStream().write(new byte[100_000]); //~ deadlock "is read"
        socket.getInputStream().readNBytes(100_000);
    }

    public static void main(String[] args) throws Exception {
        ServerSocket server = new ServerSocket();
        server.setReceiveBufferSize(4096);
        server.bind(new InetSocketAddress("localhost", 0));
        Socket client = new Socket();
        client.setReceiveBufferSize(4096);
        client.setSendBufferSize(4096);
        client.connect(server.getLocalSocketAddress());
        Socket peer = server.accept();
        peer.setSendBufferSize(4096);
        Thread other = new Thread(() -> {
            try {
                talk(peer);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        other.start();
        talk(client);
    }
}
