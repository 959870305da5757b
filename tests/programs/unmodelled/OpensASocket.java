//@ verdict: incomplete
//@ reason: (sockets), called at OpensASocket.java:
//@ reason: in place of the connection
public class OpensASocket {
    public static void main(String[] args) {
        Thread client = new Thread(() -> {
            try {
                new java.net.Socket("127.0.0.1", 9).close();
            } catch (java.io.IOException refused) {
                // As on a machine where nobody listens.
            }
        });
        client.start();
    }
}
