// The server does not accept: when its queue is full the next client waits.
//@ jdk: 17
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

public class QueueOfConnectionsIsFull {
    public static void main(String[] args) throws Exception {
        ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        for (int client = 0; client < 4; client++) {
            new Socket(InetAddress.getLoopbackAddress(), server.getLocalPort()); //~ deadlock "queue of connections"
        }
    }
}
