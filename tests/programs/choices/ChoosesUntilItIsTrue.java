import dropwire.Verify;

/** The loop ends on some path from each of its states: that there is one which goes round for ever is no finding. */
public class ChoosesUntilItIsTrue {
    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            while (!Verify.getBoolean()) {
                Thread.yield();
            }
        });
        other.start();
        other.join();
    }
}
