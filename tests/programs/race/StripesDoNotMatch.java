public class StripesDoNotMatch {
    private final Object[] locks = {new Object(), new Object()};
    private final int[] counts = new int[4];

    void increment(int key) {
        synchronized (locks[key % 2]) {
            counts[key]++; //~ data-race
        }
    }

    int get(int key) {
        synchronized (locks[key / 2]) {
            return counts[key];
        }
    }

    public static void main(String[] args) {
        StripesDoNotMatch counters = new StripesDoNotMatch();
        new Thread(() -> counters.increment(1)).start();
        counters.get(1);
    }
}
