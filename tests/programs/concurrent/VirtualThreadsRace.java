//@ jdk: 21
public class VirtualThreadsRace {
    static int count;

    public static void main(String[] args) throws InterruptedException {
        Thread one = Thread.startVirtualThread(() -> count++); //~ data-race "count"
        Thread two = Thread.startVirtualThread(() -> count++);
        one.join();
        two.join();
    }
}
