// What its constructor takes cannot be made up: that is said, and nothing is claimed.
//@ target: object
//@ verdict: incomplete
//@ reason: no object of NobodyCanMakeASocket is made
public class NobodyCanMakeASocket {
    private final java.net.Socket socket;
    private int sent;

    public NobodyCanMakeASocket(java.net.Socket socket) {
        this.socket = socket;
    }

    public void send() {
        sent++;
    }
}
