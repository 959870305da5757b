/**
 * A sale locks the drawer and then the ledger;
 * the audit locks them the other way round.
 */
public class Till {
    private final Object drawer = new Object();
    private final Object ledger = new Object();
    private int cash;
    private int booked;

    void sell() {
        synchronized (drawer) {
            synchronized (ledger) {
                cash += 5;
                booked += 5;
            }
        }
    }

    void audit() {
        synchronized (ledger) {
            synchronized (drawer) {
                assert cash == booked;
            }
        }
    }

    public static void main(String[] args) {
        Till till = new Till();
        new Thread(till::sell, "sell").start();
        new Thread(till::audit, "audit").start();
    }
}
