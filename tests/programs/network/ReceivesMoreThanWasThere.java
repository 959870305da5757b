// A read finds more than was there when its thread came to it: the peer has written meanwhile, and touches what is read next.
//@ jdk: 17
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;

public class ReceivesMoreThanWasThere {
    public static void main(String[] args) throws Exception {
        byte[] x = new byte[8];
        try (ServerSocket server = new ServerSocket(0);
                Socket client = new Socket("localhost", server.getLocalPort());
                Socket peer = server.accept()) {
            client.getOutputStream().write(1);
            Thread writer = new Thread(() -> {
                try {
                    client.getOutputStream().write(new byte[2]);
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
                x[2] = 5; //~ data-race "byte[2]"
            });
            writer.start();
            peer.getInputStream().read(x);
            writer.join();
        }
    }
}
