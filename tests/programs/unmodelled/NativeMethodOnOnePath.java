//@ verdict: incomplete
//@ reason: reading
public class NativeMethodOnOnePath {
    static volatile boolean connected;

    native int reading();

    public static void main(String[] args) {
        new Thread(() -> connected = true).start();
        if (connected) {
            new NativeMethodOnOnePath().reading();
        }
    }
}
