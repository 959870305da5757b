// On one path two threads go round forever, in more states than are gone through to show that. It ends on the other one.
//@ verdict: incomplete
//@ reason: loops of more than 20000 states are not judged
public class ThreadsMeetInALargeLoop {
    static volatile boolean begins;
    static volatile int small;
    static volatile int large;

    public static void main(String[] args) {
        new Thread(() -> begins = true).start();
        if (!begins) {
            return;
        }
        new Thread(() -> {
            while (true) {
                small = (small + 1) % 4;
            }
        }).start();
        new Thread(() -> {
            while (true) {
                large = (large + 1) % 1500;
            }
        }).start();
    }
}
