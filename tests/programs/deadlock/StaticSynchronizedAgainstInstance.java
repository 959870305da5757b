public class StaticSynchronizedAgainstInstance {
    static synchronized void all(Object one) {
        synchronized (one) { //~ deadlock
            Thread.yield();
        }
    }

    synchronized void one() {
        synchronized (StaticSynchronizedAgainstInstance.class) {
            Thread.yield();
        }
    }

    public static void main(String[] args) {
        StaticSynchronizedAgainstInstance shared = new StaticSynchronizedAgainstInstance();
        new Thread(shared::one).start();
        all(shared);
    }
}
