public class LockIsABoxedCounter {
    static Integer count = 1000;

    static void increment() {
        synchronized (count) { // each count is another object
            count++; //~ data-race "count"
        }
    }

    public static void main(String[] args) {
        new Thread(LockIsABoxedCounter::increment).start();
        increment();
    }
}
