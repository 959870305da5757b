public class SequenceLockSkipsTheOddCheck {
    static volatile int sequence, x, y;

    static synchronized void set(int value) {
        sequence++;
        x = value;
        y = value;
        sequence++;
    }

    static boolean isTorn() {
        int before, seenX, seenY;
        do {
            before = sequence;
            seenX = x;
            seenY = y;
        } while (before != sequence);
        return seenX != seenY;
    }

    public static void main(String[] args) {
        new Thread(() -> set(1)).start();
        assert !isTorn(); //~ assertion-failure
    }
}
