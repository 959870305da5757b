//@ set: vm.por.persistent=always
//@ findings: 3
// Nobody notifies them. A spurious wakeup may let one go on, and the other one waits forever all the same.
public class EitherOfTwoMayWaitForever {
    static final Object ONE = new Object();

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            synchronized (ONE) {
                try {
                    ONE.wait(); //~ deadlock "main waits on own; Thread-0"
                    //~?| deadlock "Thread-0 waits on EitherOfTwoMayWaitForever.ONE; all"
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
        });
        other.start();
        Object own = new Object();
        synchronized (own) {
            own.wait(); //~? deadlock "main waits on own; all"
        }
        other.join();
    }
}
