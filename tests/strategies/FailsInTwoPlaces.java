// Either thread may find what the other one has written: which failure is found first is a matter of the goal.
public class FailsInTwoPlaces {
    static volatile int left, right, steps;

    public static void main(String[] args) {
        new Thread(() -> {
            left = 1;
            for (int i = 0; i < 5; i++) {
                steps++;
            }
            assert right == 0;
        }).start();
        new Thread(() -> {
            right = 1;
            for (int i = 0; i < 5; i++) {
                steps++;
            }
            assert left == 0;
        }).start();
    }
}
