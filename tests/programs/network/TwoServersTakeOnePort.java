// The port is taken while the first server has it.
//@ jdk: 17
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;

public class TwoServersTakeOnePort {
    static void serve() {
        try (ServerSocket server = new ServerSocket(4712)) {
            assert server.isBound();
        } catch (IOException e) {
            throw new UncheckedIOException(e); //~ uncaught-exception "BindException"
        }
    }

    public static void main(String[] args) {
        new Thread(TwoServersTakeOnePort::serve).start();
        serve();
    }
}
