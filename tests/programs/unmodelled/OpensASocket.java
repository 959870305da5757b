//@ jdk: 17
//@ verdict: incomplete
//@ reason: (sockets), called at OpensASocket.java:
//@ reason: in place of the connection
public class OpensASocket {
    public static void main(String[] args) {
        Thread client = new Thread(() -> {
            try {
                java.nio.channels.SocketChannel.open(java.net.StandardProtocolFamily.UNIX).close();
            } catch (java.io.IOException refused) {
                // Sockets of the file system are no part of the network in memory.
            }
        });
        client.start();
    }
}
