// A boundary between the flag and the signal: who takes note of the flag meanwhile, and clears it, is not interrupted twice.
public class InterruptClearedBeforeItIsSignalled {
    //@ set: vm.por.attributes=java.lang.Thread.*=always
    //@ jdk: 17
    public static void main(String[] args) throws Exception {
        Thread main = Thread.currentThread();
        Thread other = new Thread(main::interrupt);
        other.start();
        while (!Thread.interrupted()) {
            Thread.yield();
        }
        other.join();
    }
}
