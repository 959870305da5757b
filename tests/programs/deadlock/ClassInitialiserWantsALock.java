public class ClassInitialiserWantsALock {
    static final Object LOCK = new Object();

    static class Config {
        static int value;

        static {
            synchronized (LOCK) { //~ deadlock
                value = 1;
            }
        }

        static void load() { }
    }

    public static void main(String[] args) {
        new Thread(Config::load).start();
        synchronized (LOCK) {
            Config.load();
        }
    }
}
