// Who closes a server ends the call that accepts in another thread.
//@ jdk: 17
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;

public class AcceptLoopIsClosed {
    public static void main(String[] args) throws Exception {
        ServerSocket server = new ServerSocket(0);
        Thread loop = new Thread(() -> {
            try {
                while (true) {
                    server.accept().close();
                }
            } catch (SocketException closed) {
                assert server.isClosed();
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        loop.start();
        new Socket("localhost", server.getLocalPort()).close();
        server.close();
        loop.join();
    }
}
