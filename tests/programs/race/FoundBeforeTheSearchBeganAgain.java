//@ set: limits.transitions=100
//@ coverage: limited
// The reads of `mode` are taken for invisible until the other thread is seen to write it. Then the search begins again, with many steps
// before the race that it had found.
public class FoundBeforeTheSearchBeganAgain {
    static int mode;
    static int total;

    public static void main(String[] args) throws InterruptedException {
        Thread reader = new Thread(() -> {
            int sum = 0;
            for (int i = 0; i < 300; i++) {
                sum += mode;
            }
            total = sum;
        });
        Thread writer = new Thread(() -> {
            total = -1; //~ data-race "total"
            mode = 1; //~? data-race "mode"
        });
        reader.start();
        writer.start();
        reader.join();
        writer.join();
    }
}
