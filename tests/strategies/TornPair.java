// A reader looks at a pair while it is being changed, and takes long: nobody else may move in between.
public class TornPair {
    static volatile int low, high, busy;

    public static void main(String[] args) {
        Thread writer = new Thread(() -> {
            for (int i = 1; i <= 4; i++) {
                low = i;
                high = i;
            }
        });
        Thread reader = new Thread(() -> {
            int first = low;
            for (int i = 0; i < 12; i++) {
                busy++;
            }
            assert first != 2 || high != 1;
        });
        Thread other = new Thread(() -> busy++);
        writer.start();
        reader.start();
        other.start();
    }
}
