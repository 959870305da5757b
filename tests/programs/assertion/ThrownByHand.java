public class ThrownByHand {
    static volatile boolean closed;

    static void use() {
        if (closed) {
            throw new AssertionError("used after close"); //~ assertion-failure
        }
    }

    public static void main(String[] args) {
        new Thread(() -> closed = true).start();
        use();
    }
}
