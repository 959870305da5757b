// Two datagrams of one sender, to a receiver that was there before.
//@ jdk: 17
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;

public class DatagramsArriveInOrder {
    public static void main(String[] args) throws Exception {
        DatagramSocket receiver = new DatagramSocket(0, InetAddress.getLoopbackAddress());
        Thread sends = new Thread(() -> {
            try (DatagramSocket sender = new DatagramSocket()) {
                for (byte i = 1; i <= 2; i++) {
                    sender.send(new DatagramPacket(new byte[] {i}, 1, receiver.getLocalSocketAddress()));
                }
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        sends.start();
        DatagramPacket packet = new DatagramPacket(new byte[8], 8);
        for (byte i = 1; i <= 2; i++) {
            receiver.receive(packet);
            assert packet.getLength() == 1 && packet.getData()[0] == i;
        }
    }
}
