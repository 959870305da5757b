/** One thread writes, another one reads that only if a third one has told it to: in the first runs these two have nothing in common. */
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
        new Thread(() -> told = true).start();
    }
}
