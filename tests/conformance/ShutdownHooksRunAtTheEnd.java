public class ShutdownHooksRunAtTheEnd {
    static String state = "started";

    public static void main(String[] args) throws InterruptedException {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook sees " + state)));
        Thread worker = new Thread(() -> {
            state = "worked";
            System.out.println("the last thread ends");
        });
        worker.start();
        worker.join();
        state += " and joined";
        System.out.println("main ends");
    }
}
