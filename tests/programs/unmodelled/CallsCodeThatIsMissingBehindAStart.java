//@ verdict: incomplete
//@ reason: native method
//@ set: vm.por=false

public class CallsCodeThatIsMissingBehindAStart {
    static volatile boolean quick;
    static int count;

    static native void missing();

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(() -> quick = true);
        first.start();
        if (quick) {
            new Thread(() -> count++).start();
            missing();
        }
        first.join();
        count++;
    }
}
