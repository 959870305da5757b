public class ClassInitialiserJoinsUserOfTheClass {
    static class Config {
        static int value = 1;

        static {
            Thread helper = new Thread(() -> value = 2);
            helper.start();
            try {
                helper.join(); //~ deadlock
            } catch (InterruptedException stop) {
                throw new IllegalStateException(stop);
            }
        }

        static void load() { }
    }

    public static void main(String[] args) {
        Config.load();
    }
}
