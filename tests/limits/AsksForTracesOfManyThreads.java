public class AsksForTracesOfManyThreads {
    static void deeper(int depth) {
        if (depth < 500) {
            deeper(depth + 1);
        }
        while (true) {
            Thread.onSpinWait();
        }
    }

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 500; i++) {
            Thread thread = new Thread(() -> deeper(0));
            thread.setDaemon(true);
            thread.start();
        }
        while (true) {
            Thread.getAllStackTraces();
        }
    }
}
