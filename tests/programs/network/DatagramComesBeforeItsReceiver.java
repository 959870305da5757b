// What nobody receives is lost, and nobody sends it again.
//@ jdk: 17
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;

public class DatagramComesBeforeItsReceiver {
    public static void main(String[] args) throws Exception {
        Thread receives = new Thread(() -> {
            try (DatagramSocket receiver = new DatagramSocket(4713, InetAddress.getLoopbackAddress())) {
                receiver.receive(new DatagramPacket(new byte[1], 1)); //~ deadlock "a datagram at port 4713"
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        DatagramSocket sender = new DatagramSocket();
        receives.start();
        sender.send(new DatagramPacket(new byte[1], 1, InetAddress.getLoopbackAddress(), 4713));
    }
}
