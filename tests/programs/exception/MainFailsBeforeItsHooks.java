// The finding names `main`, although the thread is called `DestroyJavaVM` while it waits for the hook.
public class MainFailsBeforeItsHooks {
    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {}));
        assert args.length > 0; //~ assertion-failure "in main"
    }
}
