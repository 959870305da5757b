public class HookRunsAfterTheLastThread {
    static int worked;

    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            assert worked == 2;
        }));
        Thread worker = new Thread(() -> worked = 2);
        worker.start();
    }
}
