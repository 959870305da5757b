// The first error leaves neither `main` nor a thread; the second one does.
//@ findings: 1
public class CaughtErrorIsNoFinding {
    public static void main(String[] args) {
        try {
            assert args.length > 5;
        } catch (AssertionError expected) {
            // Expected.
        }
        new Thread(() -> {
            assert args.length > 5; //~ assertion-failure
        }).start();
    }
}
