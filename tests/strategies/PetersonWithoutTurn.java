// Flags alone: each thread looks for the other one and then raises its own.
public class PetersonWithoutTurn {
    static volatile boolean left, right;
    static volatile int inside, steps;

    public static void main(String[] args) {
        new Thread(() -> {
            for (int i = 0; i < 10; i++) {
                steps++;
            }
            if (!right) {
                left = true;
                inside++;
                assert inside == 1;
                inside--;
                left = false;
            }
        }).start();
        new Thread(() -> {
            if (!left) {
                right = true;
                inside++;
                assert inside == 1;
                inside--;
                right = false;
            }
        }).start();
        for (int i = 0; i < 4; i++) {
            new Thread(() -> {
                for (int step = 0; step < 10; step++) {
                    steps++;
                }
            }).start();
        }
    }
}
