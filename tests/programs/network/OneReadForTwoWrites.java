// A stream has no messages: one read may give what the first write wrote, or both.
//@ jdk: 17
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;

public class OneReadForTwoWrites {
    public static void main(String[] args) throws Exception {
        ServerSocket server = new ServerSocket(0);
        Socket client = new Socket("localhost", server.getLocalPort());
        Socket peer = server.accept();
        Thread writer = new Thread(() -> {
            try {
                client.getOutputStream().write(1);
                client.getOutputStream().write(2);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        writer.start();
        int read = peer.getInputStream().read(new byte[2]);
        assert read == 2; //~ assertion-failure
    }
}
