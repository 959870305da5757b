package shop;

/** What the tests test. */
class Till {
    private final Object lock = new Object();
    private int cash;
    private int hits;

    void pay(int amount) {
        if (amount < 0) {
            throw new IllegalArgumentException("a negative amount: " + amount);
        }
        synchronized (lock) {
            cash += amount;
        }
    }

    void count() {
        hits++; //~ data-race "hits"
    }

    int cash() {
        synchronized (lock) {
            return cash;
        }
    }

    int hits() {
        return hits;
    }

    static void both(Runnable first, Runnable second) throws InterruptedException {
        Thread one = new Thread(first);
        Thread two = new Thread(second);
        one.start();
        two.start();
        one.join();
        two.join();
    }
}
