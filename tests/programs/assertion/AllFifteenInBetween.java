// Seldom: all rounds of one thread come between two accesses in the middle of the other one.
public class AllFifteenInBetween {
    static volatile int count;

    public static void main(String[] args) {
        new Thread(() -> {
            for (int i = 0; i < 15; i++) {
                count = count + 1;
            }
        }).start();
        new Thread(() -> {
            int before = 0;
            for (int i = 0; i < 8; i++) {
                before = count;
            }
            assert before != 0 || count != 15; //~ assertion-failure
        }).start();
    }
}
