//@ set: vm.por.persistent=always
/** A daemon fails behind the end of a thread, as long as `main`, which nobody waits for, has not ended as well. */
public class DaemonFailsBehindOneOfTwoEnds {
    static volatile int ofMain, seen;

    public static void main(String[] args) {
        Thread worker = new Thread(() -> {
            seen = ofMain;
            pause();
        }, "worker");
        Thread daemon = new Thread(() -> {
            try {
                worker.join();
            } catch (InterruptedException e) {
                return;
            }
            assert seen == 1; //~ assertion-failure
        }, "daemon");
        daemon.setDaemon(true);
        worker.start();
        daemon.start();
        ofMain = 1;
        pause();
    }

    static void pause() {
        try {
            Thread.sleep(1);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
