//@ jdk: 11
public class TwoDeadlockedWhileTwoSpin {
    static volatile boolean done;

    static void take(Object first, Object second) {
        synchronized (first) {
            synchronized (second) { //~ deadlock
                done = true;
            }
        }
    }

    static void spin() {
        while (!done) {
            Thread.onSpinWait();
        }
    }

    public static void main(String[] args) {
        Object a = new Object();
        Object b = new Object();
        new Thread(TwoDeadlockedWhileTwoSpin::spin).start();
        new Thread(() -> take(a, b)).start();
        new Thread(() -> take(b, a)).start();
        spin();
    }
}
