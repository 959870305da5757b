// Nothing makes main wait for the other thread but time: true, and it takes a sleep that ends before other threads' work.
//@ needs: short-sleep
public class SleepIsLongEnoughInFact {
    static volatile boolean done;

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> done = true).start();
        Thread.sleep(100);
        assert done; //~ assertion-failure
    }
}
