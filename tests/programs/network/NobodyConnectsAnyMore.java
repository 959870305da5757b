// The loop that accepts goes on when the last client has gone: the program does not end.
//@ jdk: 17
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;

public class NobodyConnectsAnyMore {
    public static void main(String[] args) throws Exception {
        ServerSocket server = new ServerSocket(0);
        new Thread(() -> {
            try {
                while (true) {
                    server.accept().close(); //~ thread-leak "server never closed"
                }
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }).start();
        new Socket("localhost", server.getLocalPort()).close();
    }
}
