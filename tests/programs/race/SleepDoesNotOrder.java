//@ findings: 2
public class SleepDoesNotOrder {
    static boolean ready;

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> ready = true).start(); //~ data-race "ready"
        Thread.sleep(1000);
        assert ready; //~? assertion-failure
    }
}
