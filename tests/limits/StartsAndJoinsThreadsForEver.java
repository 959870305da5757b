public class StartsAndJoinsThreadsForEver {
    public static void main(String[] args) throws Exception {
        while (true) {
            Thread thread = new Thread(() -> {});
            thread.start();
            thread.join();
        }
    }
}
