//@ findings: 1
public class InterruptLeavesMain {
    public static void main(String[] args) throws InterruptedException {
        Thread main = Thread.currentThread();
        new Thread(main::interrupt).start();
        Thread.sleep(100); //~ uncaught-exception "InterruptedException"
    }
}
