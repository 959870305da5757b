// Both wait for ever. That one of them may wake up for no reason, and leave the other one alone, is no excuse.
public class NobodyTellsEitherOfThem {
    static final Object LOCK = new Object();

    static void await() {
        synchronized (LOCK) {
            while (true) {
                try {
                    LOCK.wait(); //~? deadlock
                } catch (InterruptedException e) {
                    return;
                }
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        new Thread(NobodyTellsEitherOfThem::await).start();
        Object own = new Object();
        synchronized (own) {
            own.wait(); //~ deadlock
        }
    }
}
