// A barrier of two phases whose count is set back too early.
public class BarrierIsPassedTwice {
    static int arrived;
    static int phase;
    static volatile int work;

    static synchronized boolean arrive() {
        arrived++;
        if (arrived == 3) {
            phase++;
            return true;
        }
        return false;
    }

    static synchronized void reset() {
        arrived = 0;
    }

    public static void main(String[] args) {
        for (int i = 0; i < 3; i++) {
            new Thread(() -> {
                for (int round = 0; round < 2; round++) {
                    for (int step = 0; step < 4; step++) {
                        work++;
                    }
                    if (arrive()) {
                        reset();
                    }
                }
                check();
            }).start();
        }
    }

    static synchronized void check() {
        assert arrived <= 4;
    }
}
