// Nothing leaves the machine: whoever connects to another one is told its address.
//@ jdk: 17
//@ verdict: incomplete
//@ reason: 192.0.2.1:80, asked for at ConnectsElsewhere.java:
import java.net.InetAddress;
import java.net.Socket;

public class ConnectsElsewhere {
    public static void main(String[] args) throws Exception {
        new Socket(InetAddress.getByAddress(new byte[] {(byte) 192, 0, 2, 1}), 80);
    }
}
