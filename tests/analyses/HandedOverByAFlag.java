// No lock protects the box, and yet its users are in order: the set of locks says race, the order says none.
public class HandedOverByAFlag {
    static int box;
    static volatile boolean full;

    public static void main(String[] args) {
        Thread giver = new Thread(() -> {
            box = 1;
            full = true;
        });
        Thread taker = new Thread(() -> {
            while (!full) {
                Thread.onSpinWait();
            }
            box++; //~ data-race "box"
        });
        giver.start();
        taker.start();
    }
}
