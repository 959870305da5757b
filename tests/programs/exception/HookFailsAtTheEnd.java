//@ findings: 1
public class HookFailsAtTheEnd {
    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            throw new IllegalStateException("at the end"); //~ uncaught-exception "IllegalStateException"
        }));
    }
}
