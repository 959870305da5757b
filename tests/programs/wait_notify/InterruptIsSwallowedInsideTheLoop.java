//@ findings: 1
public class InterruptIsSwallowedInsideTheLoop {
    public static void main(String[] args) {
        Object lock = new Object();
        Thread stubborn = new Thread(() -> {
            synchronized (lock) {
                while (args.length == 0) {
                    try {
                        lock.wait(); //~ deadlock
                    } catch (InterruptedException ignored) {
                        // And on it goes.
                    }
                }
            }
        });
        stubborn.start();
        stubborn.interrupt();
    }
}
