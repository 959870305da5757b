// One thread loops without a trace, the other ticks: nobody is stuck, and no way on ends the program.
public class LoopsForeverBesideATicker {
    static volatile boolean tick;

    public static void main(String[] args) {
        new Thread(() -> {
            while (true) {
            }
        }).start();
        while (true) {
            tick = !tick; //~ infinite-loop
        }
    }
}
