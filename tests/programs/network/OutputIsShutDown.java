// The server answers when it has read everything, and the client says that this was everything.
//@ jdk: 17
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;

public class OutputIsShutDown {
    public static void main(String[] args) throws Exception {
        ServerSocket server = new ServerSocket(0);
        Thread counter = new Thread(() -> {
            try (Socket peer = server.accept()) {
                int bytes = peer.getInputStream().readAllBytes().length;
                peer.getOutputStream().write(bytes);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        counter.start();
        try (Socket client = new Socket("localhost", server.getLocalPort())) {
            client.getOutputStream().write(new byte[3]);
            client.shutdownOutput();
            int bytes = client.getInputStream().read();
            assert bytes == 3;
        }
    }
}
