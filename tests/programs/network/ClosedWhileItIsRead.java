// Whoever closes a socket ends the read of another thread, with an exception.
//@ jdk: 17
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;

public class ClosedWhileItIsRead {
    public static void main(String[] args) throws Exception {
        ServerSocket server = new ServerSocket(0);
        Socket client = new Socket("localhost", server.getLocalPort());
        Thread reader = new Thread(() -> {
            try {
                client.getInputStream().read();
                throw new AssertionError("nobody writes");
            } catch (SocketException closed) {
                assert closed.getMessage().toLowerCase().contains("closed");
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        reader.start();
        client.close();
        reader.join();
    }
}
