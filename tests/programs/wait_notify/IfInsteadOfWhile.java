// Only a wakeup without reason shows it.
//@ needs: spurious-wakeup
//@ findings: 1
public class IfInsteadOfWhile {
    static boolean go;

    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        new Thread(() -> {
            synchronized (lock) {
                go = true;
                lock.notifyAll();
            }
        }).start();
        synchronized (lock) {
            if (!go) {
                lock.wait();
            }
            assert go; //~ assertion-failure
        }
    }
}
