// The server answers: the time limit of the client is not reached.
//@ jdk: 17
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;

public class AnswerComesBeforeTheTimeOut {
    public static void main(String[] args) throws Exception {
        ServerSocket server = new ServerSocket(0);
        Thread answers = new Thread(() -> {
            try (Socket peer = server.accept()) {
                peer.getOutputStream().write(7);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        answers.start();
        try (Socket client = new Socket("localhost", server.getLocalPort())) {
            client.setSoTimeout(1000);
            assert client.getInputStream().read() == 7;
        }
    }
}
