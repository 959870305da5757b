// A thread that another one starts is no hook any more, while it is alive.
public class HookIsStartedByAnother {
    public static void main(String[] args) throws InterruptedException {
        Thread hook = new Thread(() -> { }, "hook");
        Thread starter = new Thread(() -> hook.start(), "starter");
        starter.start();
        Runtime.getRuntime().addShutdownHook(hook); //~ uncaught-exception
        starter.join();
    }
}
