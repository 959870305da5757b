//@ jdk: 11
// The spinner would end after the other two. That it spins alone may be told as well.
public class TwoDeadlockedWhileOneSpins {
    static volatile boolean done;

    static void take(Object first, Object second) {
        synchronized (first) {
            synchronized (second) { //~ deadlock
                Thread.yield();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Object a = new Object();
        Object b = new Object();
        Thread one = new Thread(() -> take(a, b));
        Thread two = new Thread(() -> take(b, a));
        Thread spinner = new Thread(() -> { while (!done) Thread.onSpinWait(); }); //~? infinite-loop
        spinner.start();
        one.start();
        two.start();
        one.join();
        two.join();
        done = true;
    }
}
