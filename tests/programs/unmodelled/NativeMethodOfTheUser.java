//@ verdict: incomplete
//@ reason: depth
public class NativeMethodOfTheUser {
    static native int depth();

    public static void main(String[] args) {
        new Thread(() -> depth()).start();
    }
}
