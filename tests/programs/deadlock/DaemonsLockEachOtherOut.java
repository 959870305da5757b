// The program would end all the same, but nobody will ever get these two locks again.
public class DaemonsLockEachOtherOut {
    static void take(Object first, Object second) {
        synchronized (first) {
            synchronized (second) { //~ deadlock
                Thread.yield();
            }
        }
    }

    public static void main(String[] args) {
        Object a = new Object();
        Object b = new Object();
        Thread one = new Thread(() -> take(a, b));
        Thread two = new Thread(() -> take(b, a));
        one.setDaemon(true);
        two.setDaemon(true);
        one.start();
        two.start();
    }
}
