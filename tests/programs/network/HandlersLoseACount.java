// Each connection has a thread of its own, and both count without a lock.
//@ jdk: 17
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;

public class HandlersLoseACount {
    static int served;

    static void serve(Socket peer) {
        try (peer) {
            peer.getInputStream().read();
            served++; //~ data-race "served"
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws Exception {
        ServerSocket server = new ServerSocket(0);
        Socket first = new Socket("localhost", server.getLocalPort());
        Socket second = new Socket("localhost", server.getLocalPort());
        Socket one = server.accept();
        Socket other = server.accept();
        Thread a = new Thread(() -> serve(one));
        Thread b = new Thread(() -> serve(other));
        a.start();
        b.start();
        first.getOutputStream().write(1);
        second.getOutputStream().write(1);
        a.join();
        b.join();
    }
}
