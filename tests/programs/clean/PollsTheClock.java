//@ jdk: 11
public class PollsTheClock {
    public static void main(String[] args) {
        long end = System.nanoTime() + 1000;
        while (System.nanoTime() - end < 0) {
            Thread.onSpinWait();
        }
    }
}
