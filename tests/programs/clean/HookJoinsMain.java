// A shutdown hook runs when the last thread has ended: it can wait for that one, and finds it dead.
public class HookJoinsMain {
    public static void main(String[] args) {
        Thread main = Thread.currentThread();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            try {
                assert !main.isAlive() && main.getState() == Thread.State.TERMINATED;
                main.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }));
    }
}
