// The loop that accepts hands each connection to a pool, and both are shut down.
//@ jdk: 17
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class AcceptLoopWithPool {
    static void answer(Socket peer) {
        try {
            peer.getOutputStream().write(7);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws Exception {
        ServerSocket server = new ServerSocket(0);
        ExecutorService pool = Executors.newSingleThreadExecutor();
        Thread loop = new Thread(() -> {
            try {
                while (true) {
                    Socket peer = server.accept();
                    pool.execute(() -> answer(peer));
                }
            } catch (SocketException closed) {
                pool.shutdown();
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        Socket client = new Socket("localhost", server.getLocalPort());
        loop.start();
        assert client.getInputStream().read() == 7;
        server.close();
    }
}
