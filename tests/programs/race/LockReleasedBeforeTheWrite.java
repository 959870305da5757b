public class LockReleasedBeforeTheWrite {
    private int stock = 2;

    void sell() {
        int left;
        synchronized (this) {
            left = stock;
        }
        stock = left - 1; //~ data-race "stock"
    }

    public static void main(String[] args) {
        LockReleasedBeforeTheWrite shop = new LockReleasedBeforeTheWrite();
        new Thread(shop::sell).start();
        new Thread(shop::sell).start();
    }
}
