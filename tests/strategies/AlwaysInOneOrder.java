// Two locks, always in one order: nothing warns of a deadlock.
public class AlwaysInOneOrder {
    static final Object drawer = new Object();
    static final Object ledger = new Object();
    static int sum;

    static void both() {
        synchronized (drawer) {
            synchronized (ledger) {
                sum++;
            }
        }
    }

    public static void main(String[] args) {
        new Thread(AlwaysInOneOrder::both).start();
        new Thread(AlwaysInOneOrder::both).start();
    }
}
