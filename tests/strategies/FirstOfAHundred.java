// Of a hundred threads the one that was started last overtakes the first one within two steps.
public class FirstOfAHundred {
    static volatile int turn;
    static volatile boolean open;

    public static void main(String[] args) {
        new Thread(() -> {
            open = true;
            turn = 1;
            open = false;
        }).start();
        for (int i = 0; i < 98; i++) {
            new Thread(() -> turn = 2).start();
        }
        new Thread(() -> {
            if (open && turn == 1) {
                turn = 3;
                assert !open;
            }
        }).start();
    }
}
