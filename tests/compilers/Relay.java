// The subject of the fingerprint test: findings inside lambdas, anonymous classes and lambdas within lambdas.
public class Relay {
    static final Object BATON = new Object();
    static final Object TRACK = new Object();
    static int laps;

    // (an unrelated lambda is added here)

    public static void main(String[] args) {
        Runnable north = () -> {
            Runnable inner = () -> {
                synchronized (BATON) {
                    synchronized (TRACK) {
                        Thread.yield();
                    }
                }
            };
            inner.run();
            laps = 1;
        };
        Runnable south = new Runnable() {
            @Override
            public void run() {
                synchronized (TRACK) {
                    synchronized (BATON) {
                        Thread.yield();
                    }
                }
                Runnable last = () -> laps = 2;
                last.run();
            }
        };
        new Thread(north).start();
        new Thread(south).start();
    }
}
