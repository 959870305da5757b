//@ assumes: seeded-random
// In which order hooks are started is not specified: the first one finds the second one started, or not. One order is explored, and listed.
public class HooksInOneOrder {
    static volatile boolean first;

    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> first = true));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            if (!first) {
                first = true;
            }
        }));
    }
}
