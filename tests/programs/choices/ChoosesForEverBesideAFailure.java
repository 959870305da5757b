import dropwire.Verify;

/** Whoever chooses without end must not hold up the others. */
public class ChoosesForEverBesideAFailure {
    public static void main(String[] args) {
        Thread chooser = new Thread(() -> {
            while (true) {
                Verify.getBoolean();
            }
        });
        chooser.setDaemon(true);
        chooser.start();
        new Thread(() -> {
            assert false; //~ assertion-failure
        }).start();
    }
}
