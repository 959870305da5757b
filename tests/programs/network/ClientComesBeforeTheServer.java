// Whether the server listens when the client connects is a matter of luck.
//@ jdk: 17
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.Socket;

public class ClientComesBeforeTheServer {
    public static void main(String[] args) throws Exception {
        Thread server = new Thread(() -> {
            try (ServerSocket listener = new ServerSocket(4711)) {
                listener.accept().close(); //~ thread-leak
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        server.start();
        new Socket("localhost", 4711).close(); //~ uncaught-exception "ConnectException"
    }
}
