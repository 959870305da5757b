public class UnsynchronizedCounterLosesUpdate {
    private int count;

    void add() {
        count++; //~ data-race "count"
    }

    public static void main(String[] args) throws InterruptedException {
        UnsynchronizedCounterLosesUpdate counter = new UnsynchronizedCounterLosesUpdate();
        Thread a = new Thread(counter::add);
        Thread b = new Thread(counter::add);
        a.start();
        b.start();
        a.join();
        b.join();
        assert counter.count == 2; //~ assertion-failure
    }
}
