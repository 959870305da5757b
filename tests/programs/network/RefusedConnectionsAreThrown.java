// Nobody listens at the port, any more.
//@ jdk: 17
import java.net.ConnectException;
import java.net.ServerSocket;
import java.net.Socket;

public class RefusedConnectionsAreThrown {
    public static void main(String[] args) throws Exception {
        ServerSocket server = new ServerSocket(0);
        int port = server.getLocalPort();
        server.close();
        try {
            new Socket("localhost", port);
            throw new AssertionError("nobody listens");
        } catch (ConnectException refused) {
            assert refused.getMessage().startsWith("Connection refused");
        }
    }
}
