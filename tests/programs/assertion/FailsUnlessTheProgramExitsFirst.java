/** Two threads fail in one of their orders, and the program may exit at any time before, between and behind. */
public class FailsUnlessTheProgramExitsFirst {
    static volatile int x;

    public static void main(String[] args) {
        Thread reader = new Thread(() -> {
            int seen = x;
            assert seen == 0; //~ assertion-failure
        }, "reader");
        Thread writer = new Thread(() -> x = 1, "writer");
        reader.start();
        writer.start();
        System.exit(0);
    }
}
