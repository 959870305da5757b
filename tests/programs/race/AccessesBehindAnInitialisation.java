// Both threads come to the class before it is initialised; one of them initialises it, and then both go on.
public class AccessesBehindAnInitialisation {
    static class Counter {
        static int count;

        static {
            count = 1;
        }
    }

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> Counter.count = 5); //~ data-race "count"
        other.start();
        Counter.count++; //~ data-race "count"
        other.join();
    }
}
