// What is found is found; that one path was not checked is said as well.
//@ coverage: limited
//@ reason: reading
public class NativeMethodBesidesADeadlock {
    static volatile boolean connected;

    static native int reading();

    static void take(Object first, Object second) {
        synchronized (first) {
            synchronized (second) { //~ deadlock
                connected = true;
            }
        }
    }

    public static void main(String[] args) {
        Object a = new Object();
        Object b = new Object();
        new Thread(() -> take(a, b)).start();
        new Thread(() -> take(b, a)).start();
        if (connected) {
            reading();
        }
    }
}
