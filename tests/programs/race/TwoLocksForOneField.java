public class TwoLocksForOneField {
    static final Object RED = new Object();
    static final Object BLUE = new Object();
    static int total;

    static void add(Object lock) {
        synchronized (lock) {
            total++; //~ data-race "total"
        }
    }

    public static void main(String[] args) {
        new Thread(() -> add(RED)).start();
        new Thread(() -> add(BLUE)).start();
    }
}
