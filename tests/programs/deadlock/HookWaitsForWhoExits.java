public class HookWaitsForWhoExits {
    static final Object DOOR = new Object();

    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            synchronized (DOOR) { //~ deadlock "waits for the end of thread hook"
                System.out.println("closed");
            }
        }, "hook"));
        synchronized (DOOR) {
            System.exit(0);
        }
    }
}
