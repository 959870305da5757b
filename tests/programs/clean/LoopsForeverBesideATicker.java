// One thread loops without a trace, the other ticks: every state comes again, and nobody is stuck.
public class LoopsForeverBesideATicker {
    static volatile boolean tick;

    public static void main(String[] args) {
        new Thread(() -> {
            while (true) {
            }
        }).start();
        while (true) {
            tick = !tick;
        }
    }
}
