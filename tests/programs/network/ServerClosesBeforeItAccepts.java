// A connection that nobody has accepted is reset with the server.
//@ jdk: 17
import java.net.ServerSocket;
import java.net.Socket;

public class ServerClosesBeforeItAccepts {
    public static void main(String[] args) throws Exception {
        ServerSocket server = new ServerSocket(0);
        Socket client = new Socket("localhost", server.getLocalPort());
        Thread closes = new Thread(() -> {
            try {
                server.close();
            } catch (java.io.IOException e) {
                throw new AssertionError(e);
            }
        });
        closes.start();
        client.getInputStream().read(); //~ uncaught-exception "Connection reset"
    }
}
