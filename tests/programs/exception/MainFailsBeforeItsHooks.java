// The thread that failed is told by its own name, though it waits for the hook under another one afterwards.
public class MainFailsBeforeItsHooks {
    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {}));
        assert args.length > 0; //~ assertion-failure "in main"
    }
}
