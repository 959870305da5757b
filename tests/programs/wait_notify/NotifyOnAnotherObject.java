//@ findings: 1
public class NotifyOnAnotherObject {
    static volatile boolean ready;

    public static void main(String[] args) throws InterruptedException {
        Object mine = new Object();
        Object other = new Object();
        new Thread(() -> {
            ready = true;
            synchronized (other) {
                other.notifyAll();
            }
        }).start();
        synchronized (mine) {
            while (!ready) {
                mine.wait(); //~ deadlock
            }
        }
    }
}
