//@ verdict: incomplete
//@ reason: depth()I is not modelled (native libraries), called at NativeMethodOfTheUser.java:
//@ reason: put Java code in its place
public class NativeMethodOfTheUser {
    static native int depth();

    public static void main(String[] args) {
        new Thread(() -> depth()).start();
    }
}
