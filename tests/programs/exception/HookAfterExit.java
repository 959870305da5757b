/** Whoever adds a hook once the end has begun is refused. */
public class HookAfterExit {
    public static void main(String[] args) {
        Thread late = new Thread(() -> Runtime.getRuntime().addShutdownHook(new Thread(() -> { }))); //~ uncaught-exception
        late.start();
        System.exit(0);
    }
}
