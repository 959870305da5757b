// The lock of the initialisation is not the monitor of the class.
public class ClassMonitorDuringInitialisation {
    static volatile int steps;

    static class Shop {
        static int stock;

        static {
            steps++;
            stock = 3;
            steps++;
        }

        static void open() { }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread opener = new Thread(Shop::open);
        opener.start();
        synchronized (Shop.class) {
            Shop.stock++;
        }
        opener.join();
        assert Shop.stock == 4 && steps == 2;
    }
}
