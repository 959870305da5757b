//@ jdk: 17
// Two ways to one exception: its message is computed from where it was thrown, though nobody asks for its trace.
public class MessageTellsWhatWasNull {
    static volatile boolean turned;
    static volatile int last;
    static String first;
    static String second;

    static NullPointerException thrown() {
        try {
            int length = turned ? first.length() : second.length();
            throw new AssertionError(length);
        } catch (NullPointerException e) {
            return e;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread turner = new Thread(() -> turned = true);
        turner.start();
        NullPointerException caught = thrown();
        turner.join();
        Thread other = new Thread(() -> last = 1);
        other.start();
        last = 2;
        other.join();
        assert !caught.getMessage().contains("first"); //~ assertion-failure
    }
}
