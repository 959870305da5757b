// Client and server in one program: what was sent comes back, and the end of the connection is seen.
//@ jdk: 17
//@ assumes: in-memory-network
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;

public class EchoAnswersAndEnds {
    public static void main(String[] args) throws Exception {
        ServerSocket server = new ServerSocket(0);
        Thread echo = new Thread(() -> {
            try (Socket peer = server.accept()) {
                peer.getOutputStream().write(peer.getInputStream().read() + 1);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        echo.start();
        try (Socket client = new Socket("localhost", server.getLocalPort())) {
            client.getOutputStream().write(41);
            assert client.getInputStream().read() == 42;
            assert client.getInputStream().read() == -1;
        }
        echo.join();
        server.close();
    }
}
