//@ jdk: 21
// Virtual threads are daemons: the program does not wait for them.
public class VirtualThreadDiesWithMain {
    static volatile boolean saved;

    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            assert saved; //~ assertion-failure
        }));
        Thread.startVirtualThread(() -> saved = true);
    }
}
