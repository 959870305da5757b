// Each side waits for the other one to speak.
//@ jdk: 17
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;

public class BothSidesReadFirst {
    public static void main(String[] args) throws Exception {
        ServerSocket server = new ServerSocket(0);
        Thread greeter = new Thread(() -> {
            try (Socket peer = server.accept()) {
                int name = peer.getInputStream().read(); //~ deadlock "bytes from the other end of its connection"
                peer.getOutputStream().write(name);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        greeter.start();
        try (Socket client = new Socket("localhost", server.getLocalPort())) {
            int greeting = client.getInputStream().read();
            client.getOutputStream().write(greeting);
        }
        greeter.join();
    }
}
