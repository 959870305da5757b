// The client looks at what the server wrote only when the answer has come: no race.
//@ jdk: 17
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;

public class AnswerOrdersAccesses {
    static int served;

    public static void main(String[] args) throws Exception {
        ServerSocket server = new ServerSocket(0);
        Socket client = new Socket("localhost", server.getLocalPort());
        Socket peer = server.accept();
        Thread handler = new Thread(() -> {
            try {
                peer.getInputStream().read();
                served++;
                peer.getOutputStream().write(1);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        handler.start();
        client.getOutputStream().write(1);
        client.getInputStream().read();
        assert served == 1;
    }
}
