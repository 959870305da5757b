// `join` waits, and is interrupted before the other thread has ended: it throws when it goes on, and the flag is set until then.
public class InterruptedJoinGoesOnLater {
    static int thrown;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {});
        Thread joiner = new Thread(() -> {
            try {
                other.join();
            } catch (InterruptedException e) {
                thrown = 1;
            }
        });
        other.start();
        joiner.start();
        joiner.interrupt();
        other.join();
        boolean interrupted = joiner.isInterrupted();
        joiner.join();
        assert !(interrupted && thrown == 1); //~ assertion-failure
    }
}
