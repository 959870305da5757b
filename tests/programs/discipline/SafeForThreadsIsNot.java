// A race in a class that says it is safe for threads says so.
public class SafeForThreadsIsNot {
    @interface ThreadSafe {
    }

    @ThreadSafe
    static class Counter {
        int count;

        void add() {
            count++; //~ data-race "says that it is @ThreadSafe"
        }
    }

    public static void main(String[] args) {
        Counter counter = new Counter();
        new Thread(counter::add).start();
        counter.add();
    }
}
