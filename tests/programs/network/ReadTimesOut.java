// The server never answers: after its time the client goes away.
//@ jdk: 17
//@ assumes: timeouts-last-resort
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;

public class ReadTimesOut {
    public static void main(String[] args) throws Exception {
        try (ServerSocket server = new ServerSocket(0);
                Socket client = new Socket("localhost", server.getLocalPort())) {
            client.setSoTimeout(100);
            try {
                client.getInputStream().read();
                throw new AssertionError("nobody answers");
            } catch (SocketTimeoutException late) {
                assert late.getMessage().contains("timed out");
            }
        }
    }
}
