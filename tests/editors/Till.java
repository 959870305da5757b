// The program that the editor tests open. One defect: both sides of its deadlock stand on one line.
public class Till {
    static final Object drawer = new Object();
    static final Object ledger = new Object();

    static void transfer(Object from, Object to) {
        synchronized (from) {
            synchronized (to) {
            }
        }
    }

    public static void main(String[] args) {
        new Thread(() -> transfer(drawer, ledger)).start();
        transfer(ledger, drawer);
    }
}
