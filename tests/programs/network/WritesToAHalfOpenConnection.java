// The server has gone; the second write says so.
//@ jdk: 17
import java.net.ServerSocket;
import java.net.Socket;

public class WritesToAHalfOpenConnection {
    public static void main(String[] args) throws Exception {
        ServerSocket server = new ServerSocket(0);
        Socket client = new Socket("localhost", server.getLocalPort());
        server.accept().close();
        client.getOutputStream().write(1);
        Thread.sleep(100);
        client.getOutputStream().write(2); //~ uncaught-exception "Broken pipe"
    }
}
