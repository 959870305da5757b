// The second thread reads what the first one writes only if the third one has told it to, and that does so only before the first one has
// written: until then the first two have nothing in common.
public class LooksOnlyWhenToldTo {
    static volatile boolean told;
    static volatile int written;

    public static void main(String[] args) {
        new Thread(() -> written = 1).start();
        new Thread(() -> {
            if (told) {
                assert written == 1; //~ assertion-failure
            }
        }).start();
        new Thread(() -> {
            if (written == 0) {
                told = true;
            }
        }).start();
    }
}
