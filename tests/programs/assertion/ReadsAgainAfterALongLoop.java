// The search makes a boundary of its own after 20,000 jumps. The instruction behind it can be seen by others.
public class ReadsAgainAfterALongLoop {
    static volatile int shared;

    public static void main(String[] args) {
        new Thread(() -> {
            int round = 0;
            int seen;
            do {
                seen = shared;
                for (int i = 0; i < 20_000; i++) {
                }
            } while (++round < 2);
            assert seen == 1; //~ assertion-failure
        }).start();
        shared = 1;
    }
}
